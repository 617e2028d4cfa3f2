import type { Context } from "@/lib/authority/context";
import { type SigningKey, signingKey } from "@/lib/authority/keys";
import { settings } from "@/lib/foundation/env";
import { found, gone, notFound } from "@/lib/foundation/errors";
import { signedIssuer } from "@/lib/foundation/hosts";
import { authorize } from "@/lib/identity/permissions";
import { ownWebDid } from "@/lib/identity/web-did";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import { type AssessedAgent, factsOf, isVerified, keyIsProven, scoreAgent, whyNotVerified } from "../rules";
import type { TrustStatement } from "../schema";
import { signClaims } from "../signed";
import { credentialClaims } from "../view/credential";
import { readAssessed } from "./events";

/** How long a signed statement or a credential is valid. */
export const STATEMENT_SECONDS = 900;

/** The start and end of validity, in seconds since 1970. */
interface Validity {
  fromSeconds: number;
  untilSeconds: number;
}

const validFrom = (fromSeconds: number): Validity => ({ fromSeconds, untilSeconds: fromSeconds + STATEMENT_SECONDS });

const validNow = ({ clock }: Context) => validFrom(Math.floor(clock().getTime() / 1_000));

const standingOf = (row: AssessedAgent) => {
  const reason = whyNotVerified(row);
  return {
    did: row.did,
    trust_tier: row.trustTier,
    trust_score: row.trustScore,
    status: row.status,
    verified: isVerified(row),
    ...(reason === undefined ? {} : { reason }),
    ...(row.listed ? { listed_from: row.listed } : {}),
    key_verified: keyIsProven(row),
    signals: scoreAgent(factsOf(row), row.trustAsOf).signals,
    as_of: row.trustAsOf,
  };
};

/** Returns the key that signs statements. */
export const statementKey = ({ db }: Pick<Context, "db">): Promise<SigningKey> =>
  signingKey(db, settings().SIGNING_KEY, "statement");

/** Signs a credential. @returns null if the service has no did:web to issue it, or the agent is not active */
async function issueCredential(ctx: Context, row: AssessedAgent, validity: Validity): Promise<string | null> {
  const issuer = ownWebDid(settings());
  if (issuer === null || row.status !== "active" || row.listed) return null;
  const signer = await statementKey(ctx);
  const origin = signedIssuer(settings(), "");
  const claims = credentialClaims(standingOf(row), { issuer, origin, ...validity });
  return signClaims(claims, { typ: "vc+jwt", kid: `${issuer}#${signer.kid}` }, signer);
}

/**
 * Signs a statement of an agent's standing.
 * @param issuer from `signedIssuer`; @param fromSeconds since 1970
 * @returns the statement without its credential
 */
export async function signStatement(
  ctx: Context,
  row: AssessedAgent,
  { issuer, fromSeconds }: { issuer: string; fromSeconds: number },
): Promise<TrustStatement> {
  const { untilSeconds } = validFrom(fromSeconds);
  const statement = standingOf(row);
  const signer = await statementKey(ctx);
  const claims = { iss: issuer, sub: row.did, iat: fromSeconds, exp: untilSeconds, ...statement };
  const jws = await signClaims(claims, { typ: "trust+jwt", kid: signer.kid }, signer);
  return { ...statement, expires_at: new Date(untilSeconds * 1_000).toISOString(), jws };
}

/**
 * Signs a statement of an agent's standing, which others can verify until it expires. The issuer comes from
 * `signedIssuer`.
 * @throws ServiceError `notFound`
 */
export async function verifyTrust(ctx: Context, input: { did: string }): Promise<TrustStatement> {
  authorize(ctx.caller, "trust.verify");
  const row = found(await readAssessed(ctx.db, input.did));
  const validity = validNow(ctx);
  const issuer = signedIssuer(settings(), (await readHead(ctx.db, COUNCIL_LOG)).origin);
  const statement = await signStatement(ctx, row, { issuer, ...validity });
  const credential = await issueCredential(ctx, row, validity);
  return { ...statement, ...(credential === null ? {} : { credential }) };
}

/**
 * Returns an agent's credential, newly signed. The standing is public, so no token is required.
 * @returns a compact JWS
 * @throws ServiceError `notFound`, also if the service has no public address or the agent is not active; `gone` if its
 * owner withdrew the agent
 */
export async function readCredential(ctx: Context, { did }: { did: string }): Promise<string> {
  const row = found(await readAssessed(ctx.db, did));
  if (row.status === "withdrawn") throw gone("The agent is withdrawn.");
  const credential = await issueCredential(ctx, row, validNow(ctx));
  if (credential !== null) return credential;
  throw notFound(
    ownWebDid(settings()) === null
      ? "This service has no public address, so it issues no credentials."
      : `Only active members have a credential. This agent is ${row.listed ? "listed" : row.status}.`,
  );
}
