import type { Context } from "@/lib/authority/context";
import { ServiceError } from "@/lib/foundation/errors";
import { ANCHOR_LOG, appendLocked } from "@/lib/ledger/append";
import { fromHex } from "@/lib/ledger/bytes";
import { lockHead, readHead } from "@/lib/ledger/head";
import { createDraft } from "@/lib/ledger/link";
import { verifyInclusion } from "@/lib/ledger/merkle";
import { readEntries } from "@/lib/ledger/pages";
import { proveInclusion } from "@/lib/ledger/proofs";
import { sha256 } from "@/lib/ledger/sha256";

/** Ends the transaction of a trial without a trace. */
class Undone extends Error {}

/**
 * Appends an entry to the members' log, reads it again, verifies its inclusion proof, and undoes all of it. No checkpoint
 * is signed, because that would commit the service to an entry that never was.
 * @throws ServiceError `unavailable` with what does not match
 */
export async function tryAppend({ db, clock }: Context): Promise<void> {
  const broken = (what: string) => new ServiceError("unavailable", `A trial entry failed: ${what}.`);
  const trial = db.transaction(async (tx) => {
    const draft = createDraft({ scope: "PRIVATE", did: "system", kind: "check", payload: {} }, clock());
    const [linked] = await appendLocked(tx, await lockHead(tx, ANCHOR_LOG), [draft]);
    const head = await readHead(tx, ANCHOR_LOG);
    const { size } = head.tree;
    const [stored] = await readEntries(tx, head, size, 1);
    if (!linked || stored?.hash !== linked.entry.hash) throw broken("it is not the last entry");
    const path = await proveInclusion(tx, head, size);
    const proof = { index: size - 1, size, leaf: fromHex(stored.hash), path, root: head.tree.root() };
    if (!verifyInclusion(sha256, proof)) throw broken("its inclusion proof does not verify");
    throw new Undone();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}
