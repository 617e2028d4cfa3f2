import { calculateJwkThumbprint } from "jose";
import type { Reader } from "@/lib/database/open";
import { jwkOf } from "@/lib/identity/public-key";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import type { DomainTerms } from "../rules";

/** Returns the values that a host must name for an agent. @param agent its DID and its proven key */
export async function termsOf(
  db: Reader,
  { did, provenKey }: { did: string; provenKey: string },
  host: string,
): Promise<DomainTerms> {
  const { origin } = await readHead(db, COUNCIL_LOG);
  return { host, origin, did, publicKey: provenKey, thumbprint: await calculateJwkThumbprint(jwkOf(provenKey)) };
}
