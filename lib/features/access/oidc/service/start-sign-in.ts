import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { Context } from "@/lib/authority/context";
import { clientOf } from "../client";
import { SignInFailure } from "../failure";
import type { Provider } from "../provider";
import { sealTransaction, TRANSACTION_SECONDS, type Transaction } from "../transaction";

/**
 * Begins a sign-in with the provider: authorization code flow with PKCE (OpenID Connect Core, 3.1; RFC 7636).
 * @returns the provider's address for the browser, and the transaction for its cookie
 * @throws SignInFailure
 */
export async function startSignIn(
  ctx: Context,
  provider: Provider,
  wanted: Pick<Transaction, "to" | "session" | "operator">,
): Promise<{ address: string; transaction: string }> {
  const client = await clientOf(provider, ctx.clock());
  const verifier = randomPKCECodeVerifier();
  const [state, nonce] = [randomState(), randomNonce()];
  const { href, protocol } = buildAuthorizationUrl(client, {
    scope: provider.scope,
    redirect_uri: provider.redirectUri,
    response_mode: "query",
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  if (protocol !== "https:" && protocol !== provider.issuer.protocol) throw new SignInFailure("invalid", "protocol");
  const expiresAt = ctx.clock().getTime() + TRANSACTION_SECONDS * 1_000;
  return { address: href, transaction: await sealTransaction(ctx, { ...wanted, state, nonce, verifier, expiresAt }) };
}
