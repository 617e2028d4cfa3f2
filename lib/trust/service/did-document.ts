import type { Context } from "@/lib/context";
import { type DidDocument, verificationMethod } from "@/lib/did-document";
import { signedIssuer } from "@/lib/edge/hosts";
import { settings } from "@/lib/env";
import { notFound } from "@/lib/errors";
import { ownWebDid } from "@/lib/web-did";
import { assertingKeys } from "./keys";

/**
 * The document of this service's did:web: the keys that sign statements and credentials, and its logs. A key that signs
 * checkpoints is not in it, since it asserts nothing of anyone.
 * @throws ServiceError `notFound` where the service has no public address
 */
export async function readDidDocument(ctx: Context): Promise<DidDocument> {
  const did = ownWebDid(settings());
  if (did === null) throw notFound("This service has no public address, so it has no DID.");
  const origin = signedIssuer(settings(), "");
  const keys = await assertingKeys(ctx.db, settings().SIGNING_KEY, ctx.clock());
  const methods = await Promise.all(keys.map(({ kty, crv, x }) => verificationMethod(did, { kty, crv, x })));
  return {
    id: did,
    alsoKnownAs: [origin],
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
    service: [
      { id: `${did}#portal`, type: "Portal", serviceEndpoint: `${origin}/` },
      {
        id: `${did}#transparency-log`,
        type: "TransparencyLog",
        serviceEndpoint: [`${origin}/checkpoint?log=anchors`, `${origin}/checkpoint?log=council`],
      },
    ],
  };
}
