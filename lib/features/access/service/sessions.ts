import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import { authenticate, callerOf, STANDING } from "@/lib/authority/authenticate";
import type { Context } from "@/lib/authority/context";
import {
  hashToken,
  isPlausibleSecret,
  makeSessionSecret,
  SESSION_IDLE_MILLISECONDS,
  SESSION_LIFETIME_MILLISECONDS,
} from "@/lib/authority/tokens";
import type { Database, Reader, Transaction } from "@/lib/database/open";
import {
  type CredentialRow,
  credentials,
  operatorIdentities,
  operators,
  type SessionRow,
  sessions,
} from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { found, notFound, unauthenticated } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { actorName, authorize, type Caller } from "@/lib/identity/permissions";
import { type SessionArea, signInPage } from "@/lib/identity/session-area";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { Session, SignIn } from "../schema";

/** `last_seen_at` and the credential's `last_used_at` change at most this often. */
const SEEN_MILLISECONDS = 60_000;

type Ctx = Omit<Context, "caller">;
export type SignedIn = Session & { caller: Caller };

/** The kinds of tokens that open a session of each area. */
const KINDS: Record<SessionArea, CredentialRow["kind"][]> = { console: ["operator"], owner: ["agent", "provider"] };

const REFUSED: Record<SessionArea, string> = {
  console: `This is not an operator’s token. Agents and organisations sign in at ${signInPage("owner")}.`,
  owner: `This is an operator’s token. Operators sign in at ${signInPage("console")}.`,
};

/** The condition for a session that has not ended and is not idle or too old. Its token may have ended. */
export const isUnexpired = (now: Date) =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.lastSeenAt, new Date(now.getTime() - SESSION_IDLE_MILLISECONDS)),
    gt(sessions.createdAt, new Date(now.getTime() - SESSION_LIFETIME_MILLISECONDS)),
  );

/**
 * The condition for an open session: it has not ended, is not idle or too old, and its token still works, or the operator
 * of its identity was not removed.
 */
function open(now: Date, area: SessionArea) {
  const byToken = and(inArray(credentials.kind, KINDS[area]), isActiveCredential(now));
  const byIdentity = and(isNotNull(operatorIdentities.operator), isNull(operators.endedAt));
  return and(isUnexpired(now), area === "console" ? or(byToken, byIdentity) : byToken);
}

function openSessions({ db }: { db: Reader }) {
  return db
    .select({
      ...{ session: sessions, credential: credentials, operator: operators.pseudonym, operatorName: operators.name },
      ...STANDING,
    })
    .from(sessions)
    .leftJoin(credentials, eq(credentials.tokenHash, sessions.tokenHash))
    .leftJoin(operatorIdentities, eq(operatorIdentities.identityHash, sessions.identityHash))
    .leftJoin(agents, eq(agents.did, credentials.did))
    .leftJoin(
      operators,
      eq(operators.pseudonym, sql`coalesce(${credentials.operator}, ${operatorIdentities.operator})`),
    )
    .$dynamic();
}

type Found = Awaited<ReturnType<typeof openSessions>>[number];

function view({ session, credential, operator, operatorName }: Found): Session {
  return {
    id: session.id,
    credential_id: credential?.id ?? null,
    operator,
    name: credential?.did ?? credential?.organisation ?? operatorName ?? "",
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
  };
}

/**
 * Exchanges a token for a session.
 * @returns the secret for the cookie; only its hash is stored
 * @throws ServiceError `unauthenticated` if the token opens no session of this area
 */
export async function openSession(ctx: Ctx, area: SessionArea, { token }: SignIn): Promise<{ secret: string }> {
  const caller = await authenticate(ctx, `Bearer ${token}`);
  if (caller.kind === "anonymous") throw unauthenticated("This token is unknown or has ended.");
  if (!KINDS[area].some((kind) => kind === caller.kind)) throw unauthenticated(REFUSED[area]);
  return { secret: found(await insertSession(ctx.db, ctx.clock(), { tokenHash: hashToken(token) })) };
}

/**
 * Stores a new session, and deletes the old ones.
 * @param of the token, or the identity with the answer of its provider
 * @returns the secret for the cookie; null if the answer has opened a session before
 */
export async function insertSession(
  db: Database | Transaction,
  now: Date,
  of: Pick<SessionRow, "tokenHash"> | Pick<SessionRow, "identityHash" | "stateHash">,
): Promise<string | null> {
  const secret = makeSessionSecret();
  const tooOld = sql`now() - make_interval(secs => ${SESSION_LIFETIME_MILLISECONDS / 1_000})`;
  await db.delete(sessions).where(lt(sessions.createdAt, tooOld));
  const inserted = await db
    .insert(sessions)
    .values({ id: randomUUID(), secretHash: hashToken(secret), createdAt: now, lastSeenAt: now, ...of })
    .onConflictDoNothing({ target: sessions.stateHash })
    .returning({ id: sessions.id });
  return inserted.length === 0 ? null : secret;
}

/** Records that a session and its credential, if it has one, were just active. */
async function touch(ctx: Ctx, id: string, credentialId: string | null): Promise<void> {
  const now = ctx.clock();
  const before = new Date(now.getTime() - SEEN_MILLISECONDS);
  const seen = ctx.db.$with("seen").as(
    ctx.db
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(and(eq(sessions.id, id), lt(sessions.lastSeenAt, before)))
      .returning({ id: sessions.id }),
  );
  await ctx.db
    .with(seen)
    .update(credentials)
    .set({ lastUsedAt: now })
    .where(
      and(
        sql`${credentials.id} = ${credentialId}`,
        or(isNull(credentials.lastUsedAt), lt(credentials.lastUsedAt, before)),
      ),
    );
}

/**
 * Returns the open session of a cookie, or null if there is none. A secret with a wrong form needs no statement.
 * @param isActive whether a person made the request. A page that asks again by itself does not keep a session open.
 * @throws any database error, because a session that cannot be checked has not ended
 */
export async function findSession(
  ctx: Ctx,
  area: SessionArea,
  secret: string | undefined,
  isActive = true,
): Promise<SignedIn | null> {
  if (secret === undefined || !isPlausibleSecret(secret)) return null;
  const now = ctx.clock();
  const [row] = await openSessions(ctx).where(and(eq(sessions.secretHash, hashToken(secret)), open(now, area)));
  if (!row) return null;
  const { session, credential } = row;
  if (isActive && now.getTime() - session.lastSeenAt.getTime() > SEEN_MILLISECONDS) {
    await touch(ctx, session.id, credential?.id ?? null);
  }
  return { ...view(row), caller: { ...callerOfSession(row), sessionId: session.id } };
}

function callerOfSession({ credential, operator, ...standing }: Found) {
  if (credential !== null) return callerOf(credential, standing);
  return { kind: "operator", operator: found(operator), role: found(standing.operatorRole) } as const;
}

/** Returns who has a console session, by its id; null if it has ended. */
export async function callerOfOpenSession(ctx: Ctx, id: string): Promise<Caller | null> {
  const [row] = await openSessions(ctx).where(and(eq(sessions.id, id), open(ctx.clock(), "console")));
  return row ? callerOfSession(row) : null;
}

/** Ends the session of a cookie. The cookie is then useless. */
export async function closeSession(ctx: Ctx, secret: string | undefined): Promise<void> {
  if (secret === undefined || !isPlausibleSecret(secret)) return;
  await ctx.db
    .update(sessions)
    .set({ endedAt: ctx.clock() })
    .where(and(eq(sessions.secretHash, hashToken(secret)), isNull(sessions.endedAt)));
}

/** Returns the signed-in operators, last active first. */
export async function listSessions(ctx: Context): Promise<Session[]> {
  authorize(ctx.caller, "credential.read");
  const rows = await openSessions(ctx).where(open(ctx.clock(), "console")).orderBy(desc(sessions.lastSeenAt));
  return rows.map(view);
}

/**
 * Ends another operator's session and logs it.
 * @throws ServiceError `notFound` if it has already ended
 */
export async function endSession(ctx: Context, { id }: { id: string }): Promise<void> {
  authorize(ctx.caller, "operator.manage");
  if (!isUuid(id)) throw notFound("There is no such session.");
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const [row] = await openSessions({ db: tx }).where(and(eq(sessions.id, id), open(now, "console")));
    const [ended] = await tx
      .update(sessions)
      .set({ endedAt: now })
      .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
      .returning({ id: sessions.id });
    if (!row || !ended) throw notFound("This session has already ended.");
    const subject = row.credential?.id ?? `operator:${row.operator}`;
    const act = { kind: "operator.session_ended", actor: actorName(ctx.caller), subject, details: {} };
    await appendWithin(tx, COUNCIL_LOG, act, now);
  });
}
