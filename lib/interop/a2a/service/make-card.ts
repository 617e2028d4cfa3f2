import { FlattenedSign } from "jose";
import type { Context } from "@/lib/authority/context";
import { signingKey } from "@/lib/authority/keys";
import { signedFormsOf } from "@/lib/features/agents/card-form";
import { viewAgent } from "@/lib/features/agents/view";
import { listKeys } from "@/lib/features/trust/contract";
import { settings } from "@/lib/foundation/env";
import { signedIssuer } from "@/lib/foundation/hosts";
import { SPEC_VERSION } from "@/lib/foundation/versions";
import { doorCard, serviceCard } from "../card";
import { findDoor } from "./find-door";

type Card = Record<string, unknown>;

/**
 * Signs a card (A2A 1.0, 8.4) in each form that a client may verify.
 * Without PUBLIC_URL the card stays unsigned, because the key would have no address.
 */
async function signed({ db }: Context, card: Card): Promise<Card> {
  if (settings().PUBLIC_URL === undefined) return card;
  const { kid, key } = await signingKey(db, settings().SIGNING_KEY, "statement");
  const jku = `${signedIssuer(settings(), "")}${listKeys.path}`;
  const signatures = signedFormsOf(card).map(async (form) => {
    const { protected: header, signature } = await new FlattenedSign(new TextEncoder().encode(form))
      .setProtectedHeader({ alg: "EdDSA", typ: "JOSE", kid, jku })
      .sign(key);
    return { protected: header, signature };
  });
  return { ...card, signatures: await Promise.all(signatures) };
}

/** Returns the card of a member's door. @param origin this service's address @throws ServiceError `notFound` */
export async function makeDoorCard(ctx: Context, did: string, origin: string): Promise<Card> {
  return signed(ctx, doorCard(viewAgent(await findDoor(ctx, did)), origin));
}

export function makeServiceCard(ctx: Context, origin: string): Promise<Card> {
  return signed(ctx, serviceCard(settings().FEDERATION_NAME, SPEC_VERSION, origin));
}
