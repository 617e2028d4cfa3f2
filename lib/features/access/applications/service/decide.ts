import { and, eq, inArray, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { takeFirst, withSecond } from "@/lib/authority/second-operator";
import type { Transaction } from "@/lib/database/open";
import type { AgentRow } from "@/lib/database/schema/agents";
import { type ApplicationRow, applications } from "@/lib/database/schema/applications";
import { nameOperators } from "@/lib/features/access/service/operators";
import { RESERVATION_MILLISECONDS } from "@/lib/features/agents/rules";
import { lockDid, resolveOwnership } from "@/lib/features/agents/service/ownership";
import { conflict, invalid, notFound, type ServiceError } from "@/lib/foundation/errors";
import { ownValue } from "@/lib/foundation/own-values";
import { utcMinute } from "@/lib/foundation/text/utc";
import { isUuid } from "@/lib/foundation/text/uuid";
import { sameOrganisation } from "@/lib/identity/organisation";
import { actorName, authorize, type Caller } from "@/lib/identity/permissions";
import { appendAllWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { sendEmail } from "@/lib/outgoing/mail";
import { needsName } from "../rules";
import type { Application, ApproveApplication, RejectApplication } from "../schema";
import { subjectOf, viewApplication } from "../view/application";
import { approvedEmail, rejectedEmail } from "./emails";
import { readHoldings } from "./holdings";

const ANOTHER_APPROVED = {
  status: "rejected",
  note: "Another application for this DID was approved.",
  grantedTier: null,
} as const;

/** Reads an application's row. @throws ServiceError `notFound` */
async function findApplication({ db }: Context, id: string): Promise<ApplicationRow> {
  const [row] = isUuid(id) ? await db.select().from(applications).where(eq(applications.id, id)) : [];
  if (!row) throw notFound("There is no such application.");
  return row;
}

/** Throws an error that tells a later operator the application's present state. */
async function overtaken(ctx: Context, id: string): Promise<ServiceError> {
  const { status, decidedBy, decidedAt } = await findApplication(ctx, id);
  const when = decidedAt && utcMinute(decidedAt.toISOString());
  if (status === "withdrawn") return conflict(`The applicant withdrew this application at ${when} UTC.`);
  if (status === "claimed") return conflict("The token was already claimed. Revoke the credential instead.");
  const who = decidedBy ?? "";
  const names = await nameOperators(ctx, [who]);
  return conflict(`This application was ${status} at ${when} UTC by ${ownValue(names, who) ?? who}.`);
}

type Decision = Pick<ApplicationRow, "status" | "note" | "grantedTier">;

function decide(ctx: Context, tx: Transaction, which: SQL, decision: Decision): Promise<ApplicationRow[]> {
  return tx
    .update(applications)
    .set({ ...decision, decidedAt: ctx.clock(), decidedBy: actorName(ctx.caller) })
    .where(which)
    .returning();
}

/** Logs decisions, with the first of two operators, after all rows are decided, because the log's head is the last lock of a transaction. */
async function record(ctx: Context, tx: Transaction, rows: readonly ApplicationRow[], first?: string): Promise<void> {
  const actor = actorName(ctx.caller);
  const acts = rows.map((row) => {
    const { id, status, note, grantedTier } = row;
    const granted =
      status === "approved" ? { granted_tier: grantedTier, ...(first === undefined ? {} : { first }) } : {};
    const details = { application: id, reason: note, ...granted };
    return { kind: `application.${status}`, actor, subject: subjectOf(row), details };
  });
  await appendAllWithin(tx, COUNCIL_LOG, acts, ctx.clock());
}

/** Checks the typed name of an organisation whose key will act for existing agents. */
async function confirmOrganisation(ctx: Context, tx: Transaction, name: string, typed: string): Promise<void> {
  const holdings = await readHoldings(tx, name, ctx.clock());
  if (!needsName(holdings) || sameOrganisation(name, typed)) return;
  const { agents, working_tokens } = holdings;
  throw invalid(
    `This organisation has agents (${agents}) and working tokens (${working_tokens}). Type its name to approve another token.`,
    { field: "organisation" },
  );
}

/**
 * Checks that a proof alone may decide about a DID: it has no record, or a listed one. An operator may decide about
 * every DID.
 * @param decider who approves or approved; the service itself if a proof was enough
 */
export function assertProofIsEnough({ kind }: Caller, record: Pick<AgentRow, "listed"> | undefined): void {
  if (kind !== "system" || !record || record.listed) return;
  throw conflict("This DID is a member of the federation by now. An operator must approve the application.");
}

/** The condition for a pending application, or one whose approval has expired. */
const isApprovable = (now: Date) =>
  or(
    eq(applications.status, "pending"),
    and(
      eq(applications.status, "approved"),
      lte(applications.decidedAt, new Date(now.getTime() - RESERVATION_MILLISECONDS)),
    ),
  );

/**
 * Approves an application that is pending, or whose approval has expired. Its applicant can claim the token for 14
 * days. Other open applications for the same DID are rejected.
 * @throws ServiceError `notFound`; `conflict`, with the earlier decision, if it can no longer be approved; `didTaken`
 * if the DID has a token, is reserved, or belongs to another organisation; `invalid` if the organisation's name is
 * required
 */
export async function approveApplication(ctx: Context, input: ApproveApplication): Promise<Application> {
  authorize(ctx.caller, "application.decide");
  const { id, tier, note } = input;
  if (tier !== null) authorize(ctx.caller, "agent.grant_tier");
  const { did, organisation } = await findApplication(ctx, id);
  const { approved, rejected } = await withSecond(ctx, () =>
    ctx.db.transaction(async (tx) => {
      if (did !== null) await lockDid(tx, did);
      const which = sql`${and(eq(applications.id, id), isApprovable(ctx.clock()))}`;
      const [row] = await decide(ctx, tx, which, { status: "approved", note, grantedTier: tier });
      if (!row) throw await overtaken({ ...ctx, db: tx }, id);
      if (did === null) {
        if (tier !== null)
          throw invalid("An organisation has no tier; its agents have. Leave the tier empty.", { field: "tier" });
        await confirmOrganisation(ctx, tx, organisation, input.organisation ?? "");
        await record(ctx, tx, [row]);
        return { approved: row, rejected: [] };
      }
      const { row: known } = await resolveOwnership(ctx, tx, did, {
        for: "application",
        application: id,
        organisation,
      });
      assertProofIsEnough(ctx.caller, known);
      const first =
        tier === "T4" ? await takeFirst(tx, ctx, { act: "t4", subject: `application:${row.id}` }) : undefined;
      const open = inArray(applications.status, ["pending", "approved"]);
      const others = sql`${and(eq(applications.did, did), open, ne(applications.id, id))}`;
      const rejected = await decide(ctx, tx, others, ANOTHER_APPROVED);
      await record(ctx, tx, [row, ...rejected], first);
      return { approved: row, rejected };
    }),
  );
  sendEmail(ctx, approvedEmail(approved));
  for (const row of rejected) sendEmail(ctx, rejectedEmail(row));
  return viewApplication(approved);
}

/**
 * Rejects a pending application, or withdraws an approval whose token is not claimed yet.
 * @throws ServiceError `notFound`; `conflict`, with the earlier decision, if its status has changed
 */
export async function rejectApplication(ctx: Context, { id, seen, note }: RejectApplication): Promise<Application> {
  authorize(ctx.caller, "application.decide");
  await findApplication(ctx, id);
  const rejected = await ctx.db.transaction(async (tx) => {
    const which = sql`${and(eq(applications.id, id), eq(applications.status, seen))}`;
    const [row] = await decide(ctx, tx, which, { status: "rejected", note, grantedTier: null });
    if (!row) throw await overtaken({ ...ctx, db: tx }, id);
    await record(ctx, tx, [row]);
    return row;
  });
  sendEmail(ctx, rejectedEmail(rejected));
  return viewApplication(rejected);
}
