import { authorizationCodeGrant, type Configuration, fetchUserInfo } from "openid-client";
import { type Context, requestScope } from "@/lib/authority/context";
import { ServiceError } from "@/lib/foundation/errors";
import { places } from "@/lib/outgoing/places";
import { type Claims, nameOf, roleOf } from "../claims";
import { clientOf, failureOf } from "../client";
import { SignInFailure } from "../failure";
import type { Provider } from "../provider";
import { openTransaction, type Transaction } from "../transaction";
import { openIdentitySession } from "./identities";

/** The answer of the provider, as the browser brings it. */
interface Answer {
  /** The query of the callback's address. */
  search: string;
  /** The transaction from the browser's cookie. */
  transaction: string | undefined;
}

/**
 * Ends a sign-in with the provider: exchanges the code for the claims of the person, and opens a console session.
 * @returns the secret for the session's cookie, and the page to open
 * @throws SignInFailure
 */
export async function finishSignIn(
  ctx: Context,
  provider: Provider,
  { search, transaction: sealed }: Answer,
): Promise<{ secret: string; to: string }> {
  const transaction = await openTransaction(ctx, sealed);
  if (transaction === null) throw new SignInFailure("expired");
  const client = await clientOf(provider, ctx.clock());
  const claims = await inPlace(ctx, provider, transaction, () =>
    exchangeCode(client, new URL(search, provider.redirectUri), transaction),
  );
  const secret = await openIdentitySession(ctx, {
    ...{ issuer: provider.issuer.href, subject: claims.sub },
    ...{ role: roleOf(claims, provider), name: nameOf(claims) },
    ...transaction,
  });
  return { secret, to: transaction.to };
}

/** Limits the requests to the provider, because anyone can come back with an invented code. */
async function inPlace<T>(
  ctx: Context,
  { issuer }: Provider,
  { state }: Transaction,
  run: () => Promise<T>,
): Promise<T> {
  const work = { kind: "signIn", owner: requestScope().network ?? "", subject: state, hosts: [issuer.host] } as const;
  try {
    return await places.within(work, ctx.clock(), run);
  } catch (error) {
    throw error instanceof ServiceError ? new SignInFailure("busy") : error;
  }
}

/** Returns the claims of the ID token and of UserInfo, which has those of the scopes (OpenID Connect Core, 5.4). */
async function exchangeCode(
  client: Configuration,
  answer: URL,
  { state, nonce, verifier }: Transaction,
): Promise<Claims & { sub: string }> {
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
  try {
    const tokens = await authorizationCodeGrant(client, answer, checks);
    const signed = tokens.claims();
    if (signed === undefined) throw new SignInFailure("invalid", "no ID token");
    const asked = client.serverMetadata().userinfo_endpoint !== undefined;
    return { ...(asked ? await fetchUserInfo(client, tokens.access_token, signed.sub) : {}), ...signed };
  } catch (error) {
    throw error instanceof SignInFailure ? error : failureOf(error);
  }
}
