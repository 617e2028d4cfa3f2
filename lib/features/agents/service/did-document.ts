import { eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { settings } from "@/lib/foundation/env";
import { gone, notFound } from "@/lib/foundation/errors";
import { signedIssuer } from "@/lib/foundation/hosts";
import { Did } from "@/lib/identity/did";
import type { DidDocument } from "@/lib/identity/did-document";
import { readEscaped } from "@/lib/identity/escaped-identifier";
import { memberWebDid, ownWebDid } from "@/lib/identity/web-did";
import { viewDidDocument } from "../did-document";

const HASH = /^[0-9a-f]{64}$/;

const documented = {
  did: agents.did,
  status: agents.status,
  trustTier: agents.trustTier,
  publicKey: agents.publicKey,
  provenKey: agents.provenKey,
  endpoints: agents.endpoints,
  capabilityManifest: agents.capabilityManifest,
};

/**
 * Returns the at most one agent whose DID `withEscaped` writes in this form, or null if it writes no DID in this form.
 */
function writtenAs(segment: string): SQL | null {
  if (HASH.test(segment)) return sql`sha256(${agents.did}::bytea) = decode(${segment}, 'hex')`;
  const did = readEscaped(segment);
  return did !== null && Did.safeParse(did).success ? eq(agents.did, did) : null;
}

/**
 * Returns the document of a member's did:web.
 * @param escaped the last part of the did:web
 * @throws ServiceError `notFound`, also if the service has no public address; `gone` if its owner withdrew it
 */
export async function readAgentDidDocument({ db }: Context, escaped: string): Promise<DidDocument> {
  const own = ownWebDid(settings());
  if (own === null) throw notFound("This service has no public address, so its members have no did:web.");
  const isMeant = writtenAs(escaped);
  const [row] = isMeant === null ? [] : await db.select(documented).from(agents).where(isMeant);
  // A long DID is written only as its hash.
  if (!row || memberWebDid(own, row.did) !== `${own}:agents:${escaped}`) throw notFound();
  if (row.status === "withdrawn") throw gone("The agent is withdrawn.");
  return viewDidDocument(row, `${own}:agents:${escaped}`, signedIssuer(settings(), ""));
}
