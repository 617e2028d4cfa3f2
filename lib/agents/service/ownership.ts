import { and, eq, gt, isNotNull, max, ne, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { keepPrepared } from "@/lib/db/keep-prepared";
import type { Transaction } from "@/lib/db/open";
import { credentials } from "@/lib/db/schema/access";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { applications } from "@/lib/db/schema/applications";
import { statement } from "@/lib/db/statement";
import { isWorking } from "@/lib/db/working";
import { didTaken, reservedMethod, type ServiceError, unauthenticated } from "@/lib/errors";
import { sameOrganisation } from "@/lib/organisation";
import { utcMinute } from "@/lib/text/utc";
import { lapsesAt, RESERVATION_MILLISECONDS } from "../rules";

/** The class of the advisory locks on DIDs. Locks with a class never meet those that are one number. */
const DID_LOCKS = 7_041_778;

/**
 * What somebody wants with a DID:
 * - `record`: the caller writes its record (join, register, import, PATCH);
 * - `source`: a followed source writes it, which is for the operators' records alone. Only it creates DIDs of the method `ard`;
 * - `credential`: an operator issues a token for it, `organisation` as the operator names its owner;
 * - `application`: an applicant asks for a token, an operator approves that, the applicant claims it. `application` is
 *   its id, null while it is being sent; `approvedAt` is given by the claim.
 */
type Asking =
  | { for: "record" }
  | { for: "source" }
  | { for: "credential"; organisation: string | null }
  | { for: "application"; application: string | null; organisation: string; approvedAt?: Date | null };

export interface Ownership {
  /** The agent as it is on record; undefined where nobody has joined under the DID. */
  row: AgentRow | undefined;
  /** Who owns the record, or will where the caller creates it now. */
  owner: Pick<AgentRow, "ownerKind" | "organisation">;
  /** Whether a token for the DID would hand it over from its present owner to the token's holder. */
  handsOver: boolean;
}

/** What the tables say about a DID. */
interface Facts {
  row: AgentRow | undefined;
  /** Whether an agent's token for it works. */
  hasToken: boolean;
  /** Whether the caller's own token was revoked since it was looked up. */
  callerEnded: boolean;
  /** Until when another approved application reserves it. */
  reservedUntil: Date | undefined;
}

const LOCK_DIDS = `
  select pg_advisory_xact_lock($1, key)
  from (select distinct hashtext(did) as key from jsonb_array_elements_text($2::jsonb) as did order by key) as keys`;

/**
 * Locks DIDs until the transaction ends. It is the first lock of every transaction that may change who owns one. Several
 * are locked by one call, which orders them, so two transactions never wait for each other in turn.
 */
export async function lockDids(tx: Transaction, dids: readonly string[]): Promise<void> {
  await tx.execute(statement(LOCK_DIDS, [DID_LOCKS, JSON.stringify(dids)]));
}

/** All that decides about a DID, in one statement. Its shape says whether an application is left out. */
const selectFacts = keepPrepared((tx, shape) => {
  const did = sql.placeholder("did");
  const tokensThat = (are: SQL | undefined) =>
    tx
      .select({ id: credentials.id })
      .from(credentials)
      .where(and(eq(credentials.did, did), are));
  const isOfCaller = sql`${credentials.id}::text = ${sql.placeholder("ofCaller")}`;
  const now = sql.param(sql.placeholder("now"), credentials.expiresAt);
  const approved = tx
    .select({ decidedAt: max(applications.decidedAt) })
    .from(applications)
    .where(
      and(
        eq(applications.did, did),
        eq(applications.status, "approved"),
        gt(applications.decidedAt, sql.param(sql.placeholder("reservingSince"), applications.decidedAt)),
        shape === "besides" ? ne(applications.id, sql.placeholder("besides")) : undefined,
      ),
    );
  return tx
    .select({
      row: agents,
      hasToken: sql<boolean>`exists ${tokensThat(isWorking(now))}`,
      callerEnded: sql<boolean>`exists ${tokensThat(and(isOfCaller, isNotNull(credentials.revokedAt)))}`,
      approvedAt: sql<Date | null>`${approved}`.mapWith(applications.decidedAt),
    })
    .from(sql`(values (${did}::text)) as named(did)`)
    .leftJoin(agents, sql`${agents.did} = named.did`)
    .prepare("facts_of_did");
});

/** Reads all that decides. @param besides the application that asks, which does not stand in its own way */
async function readFacts(
  { caller, clock }: Context,
  tx: Transaction,
  did: string,
  besides: string | null,
): Promise<Facts> {
  const now = clock();
  const [found] = await selectFacts(tx, besides === null ? "" : "besides").execute({
    did,
    now,
    ofCaller: caller.kind === "agent" ? caller.credentialId : "",
    reservingSince: new Date(now.getTime() - RESERVATION_MILLISECONDS),
    besides,
  });
  if (!found) throw new Error("the statement returned no row");
  const { row, approvedAt, ...rest } = found;
  return { row: row ?? undefined, reservedUntil: approvedAt ? lapsesAt(approvedAt) : undefined, ...rest };
}

const ownerOf = ({ ownerKind, organisation }: AgentRow): Ownership["owner"] => ({ ownerKind, organisation });
const AGENT = { ownerKind: "agent", organisation: null } as const;
const OPERATOR = { ownerKind: "operator", organisation: null } as const;

/**
 * `guest` names passing callers and `ard` entries of other catalogues. Only an entry that is here can be handed over.
 * @param isSource whether a followed source names it, which may create entries
 */
export function refuseReservedMethod(did: string, row: AgentRow | undefined, isSource = false): void {
  const method = did.split(":", 2)[1];
  if (method !== "guest" && (method !== "ard" || row || isSource)) return;
  throw reservedMethod(`\`did\` must not have the method ${method}, which is reserved. Choose another.`, {
    field: "did",
  });
}

function ownerOfRecord({ caller }: Context, { row, hasToken, callerEnded, reservedUntil }: Facts): Ownership["owner"] {
  if (callerEnded) throw unauthenticated("This token was revoked.");
  if (caller.kind === "provider") {
    const { organisation } = caller;
    if (row ? sameOrganisation(row.organisation, organisation) : !hasToken && !reservedUntil) {
      return row ? ownerOf(row) : { ownerKind: "organisation", organisation };
    }
    throw didTaken(
      row
        ? "`did` belongs to another owner. This key acts for the agents that its organisation registered."
        : "`did` is reserved for the holder of its token. Choose another, or use that token.",
    );
  }
  if (row) return ownerOf(row);
  // A reservation does not stop an operator, but the record belongs to the reservation's holder.
  return caller.kind === "agent" || hasToken || reservedUntil ? AGENT : OPERATOR;
}

/** Who owns the DID once a token is out for it. An organisation's agent stays the organisation's, and both act for it. */
function ownerWithToken(row: AgentRow | undefined, organisation: string | null, wrong: ServiceError) {
  if (row?.ownerKind !== "organisation") return AGENT;
  if (!sameOrganisation(row.organisation, organisation)) throw wrong;
  return ownerOf(row);
}

function ownerByCredential({ row }: Facts, organisation: string | null): Ownership["owner"] {
  const owned = row?.ownerKind === "organisation";
  if (!owned && organisation !== null) {
    throw didTaken("`organisation` must be absent, since this DID belongs to no organisation.", {
      field: "organisation",
    });
  }
  const wrong = `\`organisation\` must be ${row?.organisation}, which owns this DID.`;
  return ownerWithToken(row, organisation, didTaken(wrong, { field: "organisation" }));
}

function ownerByApplication({ row, hasToken, reservedUntil }: Facts, organisation: string): Ownership["owner"] {
  const about = { field: "did" };
  if (hasToken) throw didTaken("This DID has a token already. If it is lost, ask an operator for another.", about);
  if (reservedUntil) {
    const until = utcMinute(reservedUntil.toISOString());
    throw didTaken(`This DID is reserved for an approved application until ${until} UTC.`, about);
  }
  const wrong = "This DID belongs to another organisation. Give that organisation's name, or choose another DID.";
  return ownerWithToken(row, organisation, didTaken(wrong, { field: "organisation" }));
}

/**
 * Locks a DID until the transaction ends, reads who owns or has reserved it, and decides. Call it before the transaction
 * takes any other lock. A DID is unclaimed; then reserved, by an approved application for 14 days or by an agent's token
 * that works; then owned, by the `owner_kind` of its row. Open applications reserve nothing. The caller stores `owner`
 * where it creates the row, and carries the hand-over out where one is due.
 * @throws ServiceError `didTaken` where it is somebody else's; `reservedMethod`; `unauthenticated` where the caller's own
 *   token has ended meanwhile
 */
export async function settleOwnership(ctx: Context, tx: Transaction, did: string, asking: Asking): Promise<Ownership> {
  await lockDids(tx, [did]);
  const facts = await readFacts(ctx, tx, did, asking.for === "application" ? asking.application : null);
  const { row } = facts;
  refuseReservedMethod(did, row, asking.for === "source");
  if (asking.for === "record") return { row, owner: ownerOfRecord(ctx, facts), handsOver: false };
  if (asking.for === "source") {
    const owner = ownerOfRecord(ctx, facts);
    if (owner.ownerKind === "operator") return { row, owner, handsOver: false };
    throw didTaken("`did` belongs to another owner, or is reserved for one.");
  }
  if (asking.for === "credential") {
    const owner = ownerByCredential(facts, asking.organisation);
    return { row, owner, handsOver: row?.ownerKind === "operator" };
  }
  const owner = ownerByApplication(facts, asking.organisation);
  // An agent's row that was made since the approval was made for the applicant.
  const isOwn = row?.ownerKind === "agent" && asking.approvedAt && row.registeredAt >= asking.approvedAt;
  return { row, owner, handsOver: row !== undefined && row.ownerKind !== "organisation" && !isOwn };
}
