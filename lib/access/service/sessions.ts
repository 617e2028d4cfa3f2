import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, or } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { consoleSessions, credentials } from "@/lib/db/schema/access";
import { isWorking } from "@/lib/db/working";
import { notFound, unauthenticated } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, type Caller, permit } from "@/lib/permissions";
import { isUuid } from "@/lib/text/uuid";
import {
  hashToken,
  isPlausibleSecret,
  makeSessionSecret,
  SESSION_IDLE_MILLISECONDS,
  SESSION_LIFETIME_MILLISECONDS,
} from "../rules";
import type { ConsoleSession, SignIn } from "../schema";
import { authenticate } from "./authenticate";

/** `last_seen_at` and the credential's `last_used_at` move at most this often. */
const SEEN_MILLISECONDS = 60_000;

type Ctx = Omit<Context, "caller">;
type OperatorCaller = Extract<Caller, { kind: "operator" }>;
/** A session with the caller that it stands for. */
export type SignedIn = ConsoleSession & { caller: OperatorCaller };

const SHOWN = {
  id: consoleSessions.id,
  credentialId: credentials.id,
  label: credentials.label,
  createdAt: consoleSessions.createdAt,
  lastSeenAt: consoleSessions.lastSeenAt,
};

/** Neither ended, idle nor too old, and neither is the token it was opened with. */
function open(now: Date) {
  return and(
    isNull(consoleSessions.endedAt),
    gt(consoleSessions.lastSeenAt, new Date(now.getTime() - SESSION_IDLE_MILLISECONDS)),
    gt(consoleSessions.createdAt, new Date(now.getTime() - SESSION_LIFETIME_MILLISECONDS)),
    eq(credentials.kind, "operator"),
    isWorking(now),
  );
}

function openSessions(ctx: Ctx) {
  return ctx.db
    .select(SHOWN)
    .from(consoleSessions)
    .innerJoin(credentials, eq(credentials.tokenHash, consoleSessions.tokenHash))
    .$dynamic();
}

function view(row: Awaited<ReturnType<typeof openSessions>>[number]): ConsoleSession {
  return {
    id: row.id,
    credential_id: row.credentialId,
    operator: row.label,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
  };
}

/**
 * Exchanges an operator's token for a session.
 * @returns the secret for the cookie; only its hash is stored
 * @throws ServiceError `unauthenticated` where the token is no operator's
 */
export async function openSession(ctx: Ctx, { token }: SignIn): Promise<{ secret: string }> {
  const caller = await authenticate(ctx, `Bearer ${token}`);
  if (caller.kind === "anonymous") throw unauthenticated("This token is not known here, or it has ended.");
  if (caller.kind !== "operator") throw unauthenticated("This is not an operator’s token.");
  const now = ctx.clock();
  const secret = makeSessionSecret();
  const tooOld = new Date(now.getTime() - SESSION_LIFETIME_MILLISECONDS);
  await ctx.db.delete(consoleSessions).where(lt(consoleSessions.createdAt, tooOld));
  await ctx.db.insert(consoleSessions).values({
    id: randomUUID(),
    secretHash: hashToken(secret),
    tokenHash: hashToken(token),
    createdAt: now,
    lastSeenAt: now,
  });
  return { secret };
}

/** Notes that a session, and its operator's credential, were just active. */
async function touch(ctx: Ctx, { id, credentialId }: { id: string; credentialId: string }): Promise<void> {
  const now = ctx.clock();
  const before = new Date(now.getTime() - SEEN_MILLISECONDS);
  const seen = ctx.db.$with("seen").as(
    ctx.db
      .update(consoleSessions)
      .set({ lastSeenAt: now })
      .where(and(eq(consoleSessions.id, id), lt(consoleSessions.lastSeenAt, before)))
      .returning({ id: consoleSessions.id }),
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
 * The open session behind a cookie, and null where there is none. A secret that cannot be one of ours costs no statement.
 * @throws whatever the database answers: a session that cannot be checked has not ended
 */
export async function findSession(ctx: Ctx, secret: string | undefined): Promise<SignedIn | null> {
  if (secret === undefined || !isPlausibleSecret(secret)) return null;
  const now = ctx.clock();
  const [row] = await openSessions(ctx).where(and(eq(consoleSessions.secretHash, hashToken(secret)), open(now)));
  if (!row) return null;
  if (now.getTime() - row.lastSeenAt.getTime() > SEEN_MILLISECONDS) await touch(ctx, row);
  return { ...view(row), caller: { kind: "operator", credentialId: row.credentialId } };
}

/** Ends the session behind a cookie: the same cookie opens nothing any more. */
export async function closeSession(ctx: Ctx, secret: string | undefined): Promise<void> {
  if (secret === undefined || !isPlausibleSecret(secret)) return;
  await ctx.db
    .update(consoleSessions)
    .set({ endedAt: ctx.clock() })
    .where(and(eq(consoleSessions.secretHash, hashToken(secret)), isNull(consoleSessions.endedAt)));
}

/** Who is signed in, latest act first. */
export async function listSessions(ctx: Context): Promise<ConsoleSession[]> {
  permit(ctx.caller, "credential.manage");
  const rows = await openSessions(ctx).where(open(ctx.clock())).orderBy(desc(consoleSessions.lastSeenAt));
  return rows.map(view);
}

/**
 * Ends an operator's session from outside it, and puts that on record.
 * @throws ServiceError `notFound` where it has ended already
 */
export async function endSession(ctx: Context, { id }: { id: string }): Promise<void> {
  permit(ctx.caller, "credential.manage");
  if (!isUuid(id)) throw notFound("There is no such session.");
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const [ended] = await tx
      .update(consoleSessions)
      .set({ endedAt: now })
      .from(credentials)
      .where(and(eq(consoleSessions.id, id), eq(credentials.tokenHash, consoleSessions.tokenHash), open(now)))
      .returning({ operator: credentials.id, label: credentials.label });
    if (!ended) throw notFound("This session has ended already.");
    const { operator: subject, label } = ended;
    const act = { kind: "operator.session_ended", actor: actorName(ctx.caller), subject, details: { label } };
    await appendWithin(tx, COUNCIL_LOG, act, now);
  });
}
