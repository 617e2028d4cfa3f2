import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import { authenticate, callerOf } from "@/lib/authority/authenticate";
import type { Context } from "@/lib/authority/context";
import {
  hashToken,
  isPlausibleSecret,
  makeSessionSecret,
  SESSION_IDLE_MILLISECONDS,
  SESSION_LIFETIME_MILLISECONDS,
} from "@/lib/authority/tokens";
import { type CredentialRow, credentials, sessions } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { notFound, unauthenticated } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { actorName, authorize, type Caller } from "@/lib/identity/permissions";
import { type SessionArea, signInPage } from "@/lib/identity/session-area";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { Session, SignIn } from "../schema";

/** `last_seen_at` and the credential's `last_used_at` change at most this often. */
const SEEN_MILLISECONDS = 60_000;

type Ctx = Omit<Context, "caller">;
/** A session and its caller. */
export type SignedIn = Session & { caller: Caller };

/** The kinds of tokens that open a session of each area. */
const KINDS: Record<SessionArea, CredentialRow["kind"][]> = { console: ["operator"], owner: ["agent", "provider"] };

const REFUSED: Record<SessionArea, string> = {
  console: `This is not an operator’s token. Agents and organisations sign in at ${signInPage("owner")}.`,
  owner: `This is an operator’s token. Operators sign in at ${signInPage("console")}.`,
};

/** The condition for an open session: it has not ended, is not idle or too old, and its token still works. */
function open(now: Date, area: SessionArea) {
  return and(
    isNull(sessions.endedAt),
    gt(sessions.lastSeenAt, new Date(now.getTime() - SESSION_IDLE_MILLISECONDS)),
    gt(sessions.createdAt, new Date(now.getTime() - SESSION_LIFETIME_MILLISECONDS)),
    inArray(credentials.kind, KINDS[area]),
    isActiveCredential(now),
  );
}

function openSessions(ctx: Ctx) {
  return ctx.db
    .select({ session: sessions, credential: credentials, tier: agents.trustTier, status: agents.status })
    .from(sessions)
    .innerJoin(credentials, eq(credentials.tokenHash, sessions.tokenHash))
    .leftJoin(agents, eq(agents.did, credentials.did))
    .$dynamic();
}

function view({ session, credential }: Awaited<ReturnType<typeof openSessions>>[number]): Session {
  return {
    id: session.id,
    credential_id: credential.id,
    name: credential.did ?? credential.organisation ?? credential.label,
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
  const now = ctx.clock();
  const secret = makeSessionSecret();
  const tooOld = sql`now() - make_interval(secs => ${SESSION_LIFETIME_MILLISECONDS / 1_000})`;
  await ctx.db.delete(sessions).where(lt(sessions.createdAt, tooOld));
  await ctx.db.insert(sessions).values({
    id: randomUUID(),
    secretHash: hashToken(secret),
    tokenHash: hashToken(token),
    createdAt: now,
    lastSeenAt: now,
  });
  return { secret };
}

/** Records that a session and its credential were just active. */
async function touch(ctx: Ctx, id: string, credentialId: string): Promise<void> {
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
      and(eq(credentials.id, credentialId), or(isNull(credentials.lastUsedAt), lt(credentials.lastUsedAt, before))),
    );
}

/**
 * Returns the open session of a cookie, or null if there is none. A secret with a wrong form needs no statement.
 * @throws any database error, because a session that cannot be checked has not ended
 */
export async function findSession(ctx: Ctx, area: SessionArea, secret: string | undefined): Promise<SignedIn | null> {
  if (secret === undefined || !isPlausibleSecret(secret)) return null;
  const now = ctx.clock();
  const [row] = await openSessions(ctx).where(and(eq(sessions.secretHash, hashToken(secret)), open(now, area)));
  if (!row) return null;
  const { session, credential, ...standing } = row;
  if (now.getTime() - session.lastSeenAt.getTime() > SEEN_MILLISECONDS) await touch(ctx, session.id, credential.id);
  return { ...view(row), caller: { ...callerOf(credential, standing), sessionId: session.id } };
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
  authorize(ctx.caller, "credential.manage");
  const rows = await openSessions(ctx).where(open(ctx.clock(), "console")).orderBy(desc(sessions.lastSeenAt));
  return rows.map(view);
}

/**
 * Ends another operator's session and logs it.
 * @throws ServiceError `notFound` if it has already ended
 */
export async function endSession(ctx: Context, { id }: { id: string }): Promise<void> {
  authorize(ctx.caller, "credential.manage");
  if (!isUuid(id)) throw notFound("There is no such session.");
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const [ended] = await tx
      .update(sessions)
      .set({ endedAt: now })
      .from(credentials)
      .where(and(eq(sessions.id, id), eq(credentials.tokenHash, sessions.tokenHash), open(now, "console")))
      .returning({ operator: credentials.id, label: credentials.label });
    if (!ended) throw notFound("This session has already ended.");
    const { operator: subject, label } = ended;
    const act = { kind: "operator.session_ended", actor: actorName(ctx.caller), subject, details: { label } };
    await appendWithin(tx, COUNCIL_LOG, act, now);
  });
}
