import { and, eq, gt, isNotNull, max, ne, type SQL, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { keepPrepared } from "@/lib/database/keep-prepared";
import { lockText, tryLockTexts } from "@/lib/database/locks";
import type { Reader, Transaction } from "@/lib/database/open";
import { credentials } from "@/lib/database/schema/access";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { applications } from "@/lib/database/schema/applications";
import { didTaken, reservedMethod, ServiceError, unauthenticated } from "@/lib/foundation/errors";
import { utcMinute } from "@/lib/foundation/text/utc";
import { COUNCIL_DID } from "@/lib/identity/did";
import { sameOrganisation } from "@/lib/identity/organisation";
import type { ImportedFrom } from "../listing";
import { approvalExpiresAt, RESERVATION_MILLISECONDS } from "../rules";

/**
 * What a caller wants with a DID:
 * - `record`: it writes the record (join, register, import, PATCH);
 * - `copy`: an import or a followed source writes the record, which must be one of the operators' records. It writes a
 *   member's record only if it is a list of the operators' own agents. Only a followed source creates DIDs of the method
 *   `ard`;
 * - `credential`: an operator issues a token for the DID; `organisation` is the owner that the operator names;
 * - `application`: an applicant asks for a token, an operator approves it, and the applicant claims it. `application`
 *   is its id, null while it is being sent. The claim passes `approvedAt`.
 */
type Asking =
  | { for: "record" }
  | { for: "copy"; asMember: boolean; isFollowed: boolean }
  | { for: "credential"; organisation: string | null }
  | { for: "application"; application: string | null; organisation: string; approvedAt?: Date | null };

export interface Copied {
  /** The list, whose records are listed; null for the operators' own agents, which become members. */
  listed: ImportedFrom | null;
  /** Whether the list is followed. Otherwise it is a file. */
  isFollowed: boolean;
}

/** Returns what a copy asks of `resolveOwnership`. */
export const askingOf = ({ listed, isFollowed }: Copied) =>
  ({ for: "copy", asMember: listed === null, isFollowed }) as const;

export interface Ownership {
  /** The stored agent, or undefined if none has joined under the DID. */
  row: AgentRow | undefined;
  /** The owner of the record, or its future owner if the caller creates it now. */
  owner: Pick<AgentRow, "ownerKind" | "organisation">;
  /** Whether a token for the DID would transfer the DID from its present owner to the token's holder. */
  takesOverDid: boolean;
}

/** What the tables contain about a DID. */
interface Facts {
  row: AgentRow | undefined;
  /** Whether the agent has a working token for it. */
  hasToken: boolean;
  /** Whether the caller's own token was revoked after it was looked up. */
  callerEnded: boolean;
  /** Until when another approved application reserves it. */
  reservedUntil: Date | undefined;
}

/** Locks a DID until the transaction ends. Must be the first lock of every transaction that may change its owner. */
export const lockDid = (tx: Transaction, did: string): Promise<void> => lockText(tx, "dids", did);

/**
 * Returns the one statement that reads everything the decisions about some DIDs need. Its shape depends on whether an
 * application is excluded.
 */
const selectFacts = keepPrepared((tx: Reader, shape: string) => {
  const did = sql`named.did`;
  const tokensThat = (are: SQL | undefined) =>
    tx
      .select({ id: credentials.id })
      .from(credentials)
      .where(and(eq(credentials.did, did), are));
  const isOfCaller = sql`${credentials.id}::text = named.caller`;
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
      did: sql<string>`${did}`,
      row: agents,
      hasToken: sql<boolean>`exists ${tokensThat(isActiveCredential(now))}`,
      callerEnded: sql<boolean>`exists ${tokensThat(and(isOfCaller, isNotNull(credentials.revokedAt)))}`,
      approvedAt: sql<Date | null>`${approved}`.mapWith(applications.decidedAt),
    })
    .from(sql`unnest(${sql.placeholder("dids")}::text[], ${sql.placeholder("callers")}::text[]) as named(did, caller)`)
    .leftJoin(agents, eq(agents.did, did))
    .prepare("facts_of_dids");
});

export interface Asker extends Pick<Context, "caller"> {
  did: string;
}

/**
 * Reads everything the decisions about some DIDs need. @param besides the application of the caller, which must not
 * block itself
 */
async function readFacts(
  tx: Transaction,
  askers: readonly Asker[],
  now: Date,
  besides: string | null,
): Promise<Map<string, Facts>> {
  const found = await selectFacts(tx, besides === null ? "" : "besides").execute({
    dids: askers.map(({ did }) => did),
    callers: askers.map(({ caller }) => (caller.kind === "agent" ? caller.credentialId : "")),
    now,
    reservingSince: new Date(now.getTime() - RESERVATION_MILLISECONDS),
    besides,
  });
  return new Map(
    found.map(({ did, row, approvedAt, ...rest }) => [
      did,
      { row: row ?? undefined, reservedUntil: approvedAt ? approvalExpiresAt(approvedAt) : undefined, ...rest },
    ]),
  );
}

const ownerOf = ({ ownerKind, organisation }: AgentRow): Ownership["owner"] => ({ ownerKind, organisation });
const AGENT = { ownerKind: "agent", organisation: null } as const;
const OPERATOR = { ownerKind: "operator", organisation: null } as const;

/** The methods whose names are those of published servers and agents. Only their makers may have them. */
const PUBLISHED = ["mcp", "a2a"];

/**
 * Checks the method of a DID that would be created. `guest` is for anonymous callers, and `ard` for entries of other
 * catalogues, which only a followed source creates. An organisation's token creates no name of a published server.
 * @param row an existing record can be written or transferred, whatever its method
 */
function assertMethodNotReserved(
  { caller }: Pick<Context, "caller">,
  did: string,
  row: AgentRow | undefined,
  asking: Asking,
): void {
  const method = did.split(":", 2)[1] ?? "";
  const about = { field: "did" };
  if (did === COUNCIL_DID && !row) throw reservedMethod("`did` is the council's. Choose another.", about);
  if (method === "guest" || (method === "ard" && !row && !(asking.for === "copy" && asking.isFollowed))) {
    throw reservedMethod(`\`did\` must not have the method ${method}, which is reserved. Choose another.`, about);
  }
  if (PUBLISHED.includes(method) && !row && asking.for === "record" && caller.kind === "provider") {
    throw reservedMethod(
      `\`did\` must not have the method ${method}, which names published servers. Apply for its token at /join, or choose another.`,
      about,
    );
  }
}

/** Checks that an import or a source may write a record. @throws ServiceError `didTaken` */
function assertCopyable(row: AgentRow | undefined, { ownerKind }: Ownership["owner"], asMember: boolean): void {
  if (ownerKind !== "operator") throw didTaken("`did` belongs to another owner, or is reserved for one.");
  if (row && row.listed === null && !asMember) {
    throw didTaken("`did` is a member of the federation. A copy does not change its record.");
  }
}

function ownerOfRecord(
  { caller }: Pick<Context, "caller">,
  { row, hasToken, callerEnded, reservedUntil }: Facts,
): Ownership["owner"] {
  if (callerEnded) throw unauthenticated("This token was revoked.");
  if (caller.kind === "provider") {
    const { organisation } = caller;
    if (row ? sameOrganisation(row.organisation, organisation) : !hasToken && !reservedUntil) {
      return row ? ownerOf(row) : { ownerKind: "organisation", organisation };
    }
    throw didTaken(
      row
        ? "`did` belongs to another owner. This key can act only for agents that its organisation registered."
        : "`did` is reserved for the holder of its token. Choose another, or use that token.",
    );
  }
  if (row) return ownerOf(row);
  // A reservation does not stop an operator, but the holder of the reservation owns the record.
  return caller.kind === "agent" || hasToken || reservedUntil ? AGENT : OPERATOR;
}

/**
 * Returns the owner of the DID after a token for it is issued. An organisation's agent remains the organisation's, and
 * both can act for it.
 */
function ownerWithToken(row: AgentRow | undefined, organisation: string | null, wrong: ServiceError) {
  if (row?.ownerKind !== "organisation") return AGENT;
  if (!sameOrganisation(row.organisation, organisation)) throw wrong;
  return ownerOf(row);
}

function ownerByCredential({ row }: Facts, organisation: string | null): Ownership["owner"] {
  const owned = row?.ownerKind === "organisation";
  if (!owned && organisation !== null) {
    throw didTaken("`organisation` must be absent, because this DID belongs to no organisation.", {
      field: "organisation",
    });
  }
  const wrong = `\`organisation\` must be ${row?.organisation}, which owns this DID.`;
  return ownerWithToken(row, organisation, didTaken(wrong, { field: "organisation" }));
}

function ownerByApplication({ row, hasToken, reservedUntil }: Facts, organisation: string): Ownership["owner"] {
  const about = { field: "did" };
  if (hasToken)
    throw didTaken("This DID already has a token. If the token is lost, ask an operator for another.", about);
  if (reservedUntil) {
    const until = utcMinute(reservedUntil.toISOString());
    throw didTaken(`This DID is reserved for an approved application until ${until} UTC.`, about);
  }
  const wrong = "This DID belongs to another organisation. Give that organisation's name, or choose another DID.";
  return ownerWithToken(row, organisation, didTaken(wrong, { field: "organisation" }));
}

/**
 * Locks a DID until the transaction ends, reads its owner and reservations, and decides. Call it before the transaction
 * takes any other lock. A DID is unclaimed; then reserved, by an approved application for 14 days or by an agent's
 * working token; then owned, according to the `owner_kind` of its row. Open applications reserve nothing. If the caller
 * creates the row, it must store `owner`. If a transfer is due, the caller must do it.
 * @throws ServiceError `didTaken` if another party has it; `reservedMethod`; `unauthenticated` if the caller's own
 * token has ended meanwhile
 */
export async function resolveOwnership(ctx: Context, tx: Transaction, did: string, asking: Asking): Promise<Ownership> {
  await lockDid(tx, did);
  const besides = asking.for === "application" ? asking.application : null;
  const facts = (await readFacts(tx, [{ did, caller: ctx.caller }], ctx.clock(), besides)).get(did);
  if (!facts) throw new Error("the statement returned no row");
  const { row } = facts;
  assertMethodNotReserved(ctx, did, row, asking);
  if (asking.for === "record") return { row, owner: ownerOfRecord(ctx, facts), takesOverDid: false };
  if (asking.for === "copy") {
    const owner = ownerOfRecord(ctx, facts);
    assertCopyable(row, owner, asking.asMember);
    return { row, owner, takesOverDid: false };
  }
  if (asking.for === "credential") {
    const owner = ownerByCredential(facts, asking.organisation);
    return { row, owner, takesOverDid: row?.ownerKind === "operator" };
  }
  const owner = ownerByApplication(facts, asking.organisation);
  // The agent's row was created after the approval, so it was created for the applicant.
  const isOwn = row?.ownerKind === "agent" && asking.approvedAt && row.registeredAt >= asking.approvedAt;
  return { row, owner, takesOverDid: row !== undefined && row.ownerKind !== "organisation" && !isOwn };
}

/**
 * Locks those DIDs that no other transaction has locked, and decides who owns the records that their callers create.
 * Every caller must have a DID that no other one has.
 * @returns for each caller, in order, the owner of its new record or the error of `resolveOwnership`; undefined if there
 * is a record already, or another transaction has the lock
 */
export async function resolveNewOwners(
  tx: Transaction,
  askers: readonly Asker[],
  now: Date,
): Promise<(Ownership["owner"] | ServiceError | undefined)[]> {
  const locked = await tryLockTexts(
    tx,
    "dids",
    askers.map(({ did }) => did),
  );
  const facts = await readFacts(tx, askers, now, null);
  return askers.map((asker) => {
    const found = facts.get(asker.did);
    if (!found || found.row || !locked.has(asker.did)) return undefined;
    try {
      assertMethodNotReserved(asker, asker.did, undefined, { for: "record" });
      return ownerOfRecord(asker, found);
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  });
}
