import canonicalize from "canonicalize";
import type { Transaction } from "@/lib/database/open";
import { incidentExports } from "@/lib/database/schema/incidents";
import { assertNotFrozen } from "@/lib/features/council/freezes/service/freezes";
import { ANCHOR_LOG, appendLocked } from "@/lib/ledger/append";
import { toHex } from "@/lib/ledger/bytes";
import { lockHead } from "@/lib/ledger/head";
import { createDraft } from "@/lib/ledger/link";
import { sha256 } from "@/lib/ledger/sha256";
import { anchoredContent } from "../rules/incident";
import { viewSealed } from "../view/incident";
import { readIncidentRows } from "./read";

/**
 * Seals an incident's record: hashes its canonical bytes and anchors the hash in the same transaction. The anchors'
 * head is locked before the council's, everywhere, to prevent deadlocks.
 * @returns the data for the export's log entry
 * @throws ServiceError `frozen` while memory is frozen
 */
export async function sealIncident(
  tx: Transaction,
  id: number,
  exported: { at: Date; by: string; note: string },
): Promise<{ record_sha256: string; anchor_id: string }> {
  await assertNotFrozen(tx, "memory");
  const record = canonicalize(viewSealed(await readIncidentRows(tx, id), exported));
  if (record === undefined) throw new Error("an incident's record is no JSON");
  const hash = toHex(sha256(new TextEncoder().encode(record)));
  const draft = createDraft({ scope: "PUBLIC", did: exported.by, ...anchoredContent(id, hash) }, exported.at);
  const [anchored] = await appendLocked(tx, await lockHead(tx, ANCHOR_LOG), [draft]);
  if (!anchored) throw new Error("nothing was anchored");
  const { entry } = anchored;
  await tx.insert(incidentExports).values({
    incidentId: id,
    record,
    sha256: hash,
    anchorId: entry.id,
    anchorSeq: entry.seq,
    salt: toHex(draft.salt),
    anchoredBy: exported.by,
  });
  return { record_sha256: hash, anchor_id: entry.id };
}
