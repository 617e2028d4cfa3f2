import type { Context } from "@/lib/authority/context";
import { assertingKeys } from "@/lib/authority/keys";
import { settings } from "@/lib/foundation/env";
import { notFound } from "@/lib/foundation/errors";
import { signedIssuer } from "@/lib/foundation/hosts";
import { type DidDocument, verificationMethods } from "@/lib/identity/did-document";
import { ownWebDid } from "@/lib/identity/web-did";

/**
 * Returns the document of this service's did:web: the keys that sign statements and credentials, and its logs. Keys
 * that sign checkpoints are left out, because they assert nothing about agents.
 * @throws ServiceError `notFound` if the service has no public address
 */
export async function readDidDocument(ctx: Context): Promise<DidDocument> {
  const did = ownWebDid(settings());
  if (did === null) throw notFound("This service has no public address, so it has no DID.");
  const origin = signedIssuer(settings(), "");
  const keys = await assertingKeys(ctx.db, settings().SIGNING_KEY, ctx.clock());
  const forms = await Promise.all(keys.map(({ kty, crv, x }) => verificationMethods(did, { kty, crv, x })));
  const methods = forms.flat();
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
