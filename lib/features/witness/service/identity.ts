import { createPublicKey, sign } from "node:crypto";
import type { Context } from "@/lib/authority/context";
import { signersFor } from "@/lib/authority/key-change";
import { listKeys } from "@/lib/authority/keys";
import type { Database, Reader } from "@/lib/database/open";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { COSIGNATURE, verifierKeyOf } from "@/lib/ledger/checkpoint";
import type { Cosigner } from "@/lib/ledger/cosignature";
import { readHead } from "@/lib/ledger/head";
import { sha256 } from "@/lib/ledger/sha256";

const rawOf = (x = "") => new Uint8Array(Buffer.from(x, "base64url"));

/** Returns the name of this service as a witness: that of its logs, with another end. */
async function witnessName(db: Reader): Promise<string> {
  const { origin } = await readHead(db, COUNCIL_LOG);
  return origin.replace(/\/[^/]*$/, "/witness");
}

/** Returns the keys that cosign now, the present one first. May use the database, so do not call it in a transaction. */
export async function cosigners(db: Database): Promise<Cosigner[]> {
  const name = await witnessName(db);
  return (await signersFor(db, "witness")).map(({ key }) => ({
    name,
    key: rawOf(createPublicKey(key).export({ format: "jwk" }).x),
    sign: (message) => sign(null, message, key),
  }));
}

/** Returns the verifier keys of this service as a witness, newest first. */
export async function listWitnessKeys({ db }: Pick<Context, "db">): Promise<string[]> {
  const { keys } = await listKeys({ db });
  const name = await witnessName(db);
  return keys
    .filter(({ purposes }) => purposes.includes("witness"))
    .map(({ x }) => verifierKeyOf(sha256, name, rawOf(x), COSIGNATURE));
}
