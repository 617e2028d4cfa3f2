import { asc, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, vi } from "vitest";
import type { Context } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import { isOffered } from "@/lib/database/offered";
import { agentCounts, agents } from "@/lib/database/schema/agents";
import { applications } from "@/lib/database/schema/applications";
import { followedFeeds, sources } from "@/lib/database/schema/sources";
import { getApplicationBySecret } from "@/lib/features/access/applications/service/by-secret";
import { checkClaim } from "@/lib/features/access/applications/service/check-claim";
import { claimToken } from "@/lib/features/access/applications/service/claim";
import { approveApplication } from "@/lib/features/access/applications/service/decide";
import { submitApplication } from "@/lib/features/access/applications/service/submit";
import { agentForm, application } from "@/lib/features/access/applications/testing/form";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { registrationOf } from "@/lib/features/agents/manifests/recognise";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { importAgent } from "@/lib/features/agents/service/import";
import { listCopies } from "@/lib/features/agents/service/list-copies";
import { countAgents } from "@/lib/features/agents/service/read";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { recordAudit } from "@/lib/features/council/service/audit";
import { getCouncilStatus } from "@/lib/features/council/service/read";
import { countAgentsByZone } from "@/lib/features/directory/service/count-by-zone";
import { rankAgents } from "@/lib/features/directory/service/list";
import {
  type AssessedAgent,
  earnedTier,
  factsOf,
  isRegistered,
  isVerified,
  scoreAgent,
  utcDay,
} from "@/lib/features/trust/rules";
import { assessedAgent } from "@/lib/features/trust/service/events";
import { refreshStaleTrust } from "@/lib/features/trust/service/standing";
import { verifyTrust } from "@/lib/features/trust/service/statements";
import { ServiceError } from "@/lib/foundation/errors";
import type { fetchExternal } from "@/lib/outgoing/request";
import type { Source, SourceAction } from "../schema";
import { runDueFeed } from "../service/follow-feed";
import { runSource } from "../service/run-source";
import { addSource, decideSource, listSources } from "../service/sources";
import { age, askOf, empty, type Federation, openFederation, runAs } from "./federation";

/** What a federation must say of a record, whatever the other one says. */
interface Expected {
  /** Whether somebody registered or claimed it here, or an operator here granted its tier or audited it. */
  member: boolean;
  suspended: boolean;
  /** Who withdrew it: its owner or an operator here, or the list that it came from. */
  withdrawn: "here" | "there" | null;
}

/** One of the two federations, with the expectations about its records. */
interface Side extends Federation {
  expected: Map<string, Expected>;
  /** Its records after the last step. */
  rows: Rows;
}

type Rows = ReadonlyMap<string, AssessedAgent>;

const LISTS = [
  ["mcp-registry", "/v0.1/servers"],
  ["ard-publisher", "/.well-known/ard.json"],
] as const;

/** What a step may use: the federation that it happens in, and the choices of the history. */
interface At {
  side: Side;
  other: Side;
  /** As an operator. */
  ctx: Context;
  which: number;
  how: number;
  /** The chosen record, and the chosen list; a DID without a record if there is none. */
  did: string;
  list: Source | undefined;
  /** Expects something of a record from now on. */
  note: (did: string, change: Partial<Expected>) => void;
}

/** `reads` marks a step in which the other federation's list or feed may change something here. */
interface Kind {
  often?: number;
  reads?: true;
  /** Which records it chooses from; all if it is absent. */
  fits?: (row: AssessedAgent) => boolean;
  does: (at: At) => unknown;
}

const SERVERS = 16;
const serverDid = (number: number) => `did:mcp:default:com.example:tool-${number % SERVERS}`;
const memberDid = (number: number) => `did:fed:s1:agent-${number % 4}`;
const OPERATOR = operatorCaller();
const ANYONE = { kind: "anonymous" } as const;
const REASON = "A step of a history.";
const oneOf = <T>(values: readonly T[], number: number) => values[number % values.length] as T;

async function importServer({ ctx, which, how }: At, members: boolean): Promise<string> {
  const name = `com.example/tool-${which % SERVERS}`;
  const json = JSON.stringify({ server: { name, description: "Does it.", version: `1.${how}.0` } });
  const read = registrationOf(JSON.parse(json));
  if (!read) throw new Error("no record");
  await importAgent(ctx, read.input, { kind: read.kind, bytes: Buffer.from(json) }, { members });
  return read.input.did;
}

/** Applies for the DID, is approved and claims the token. Every second applicant proves the claim by a file. */
async function claim({ side, ctx, did, how }: At): Promise<void> {
  const visitor = { ...ctx, caller: ANYONE };
  const { secret } = await submitApplication(visitor, application(agentForm({ did })));
  const { proof } = await getApplicationBySecret(visitor, { secret });
  const file = { status: 200, headers: new Headers(), bytes: Buffer.from(proof?.code ?? "") };
  const ask: typeof fetchExternal = async (address) => ({ ...file, address, redirectedToHost: undefined });
  if (proof && how % 2 === 0) await checkClaim(visitor, { secret }, ask);
  const isSent = eq(applications.secretHash, hashToken(secret));
  const [sent] = await side.db.select({ id: applications.id }).from(applications).where(isSent);
  await approveApplication(ctx, { id: sent?.id ?? "", tier: null, note: "" });
  await claimToken(visitor, { secret }, ask);
}

/** Makes time pass for both federations. */
async function pass({ side, other }: Pick<At, "side" | "other">, minutes: number): Promise<void> {
  vi.setSystemTime(Date.now() + minutes * 60_000);
  await Promise.all([side, other].map((one) => age(one, minutes)));
}

/** Fetches a list now. @param complete whether to read it all, although only its changes may be due */
async function fetchList(at: At, id: string, complete: boolean): Promise<void> {
  const { side, other, ctx } = at;
  // A registry publishes a change after 20 seconds. Then the pace of the test does not matter.
  await pass(at, 1);
  if (complete) await side.db.update(sources).set({ since: null }).where(eq(sources.id, id));
  const run = await runSource(ctx, id, askOf(other));
  expect(run?.failed).toBeUndefined();
  // The database's clock does not know the time of the history.
  if (run?.complete) await side.db.update(sources).set({ completeAt: new Date() }).where(eq(sources.id, id));
  noteIf(run?.complete === false, "only changes are read");
}

const decide = ({ ctx, list }: At, action: SourceAction) => {
  noteIf(list !== undefined, action);
  return list && decideSource(ctx, { id: list.id, action });
};

const KINDS = {
  register: {
    does: async ({ ctx, which, how, note }) => {
      const did = how < 5 ? memberDid(which) : serverDid(which);
      const record = { name: "Own", description: "Own words.", version: `${how}`, capabilities: ["a2a"] };
      await registerAgent(ctx, { did, ...record });
      note(did, { member: true });
    },
  },
  import: {
    often: 4,
    does: async (at) => {
      const did = await importServer(at, false);
      expect(at.side.expected.get(did)?.member, "a list never writes a member's record").not.toBe(true);
      at.note(did, {});
    },
  },
  importMembers: { does: async (at) => at.note(await importServer(at, true), { member: true }) },
  follow: {
    often: 4,
    does: ({ ctx, other, which }) => {
      const [kind, path] = oneOf(LISTS, which);
      return addSource(ctx, { kind, address: `https://${other.host}${path}`, every_minutes: 60 });
    },
  },
  unfollow: { often: 1, does: (at) => decide(at, "remove") },
  pause: { often: 1, does: (at) => decide(at, "pause") },
  fetch: {
    often: 11,
    reads: true,
    does: async (at) => {
      const { list, how } = at;
      if (list === undefined) return;
      if (list.state === "paused") return void (await decide(at, "resume"));
      if (list.state === "asking") return void (await decide(at, how < 6 ? "accept" : "keep"));
      // Three complete fetches within an hour, after which a record counts as missing.
      for (let fetches = 0; fetches < (how < 7 ? 1 : 3); fetches += 1) {
        if (fetches > 0) await pass(at, 31);
        await fetchList(at, list.id, how % 2 === 0 || how >= 7);
      }
    },
  },
  poll: {
    often: 8,
    reads: true,
    does: async ({ side, other }) => {
      await side.db.update(followedFeeds).set({ nextAt: sql`now()` });
      while (await runDueFeed(side.db, askOf(other)));
    },
  },
  suspend: {
    often: 4,
    does: async ({ ctx, did, note }) => {
      await setStatus(ctx, { did, status: "suspended", reason: REASON });
      note(did, { suspended: true });
    },
  },
  reinstate: {
    often: 4,
    fits: ({ status }) => status === "suspended",
    does: async ({ ctx, did, note }) => {
      await setStatus(ctx, { did, status: "active", reason: REASON });
      note(did, { suspended: false });
    },
  },
  withdraw: {
    often: 3,
    does: async ({ ctx, did, note }) => {
      await withdrawAgent(ctx, { did, withdrawn: true, reason: REASON });
      note(did, { withdrawn: "here" });
    },
  },
  return: {
    often: 4,
    fits: ({ status }) => status === "withdrawn",
    does: async ({ ctx, did, note }) => {
      await withdrawAgent(ctx, { did, withdrawn: false, reason: REASON });
      note(did, { withdrawn: null });
    },
  },
  hide: { often: 4, fits: isOffered, does: ({ side, did }) => void side.hidden.add(did) },
  show: { often: 4, does: ({ side }) => side.hidden.clear() },
  claim: {
    does: async (at) => {
      await claim(at);
      const row = at.side.rows.get(at.did);
      noteIf(row?.listed != null, "a listed record is claimed");
      if (row) at.note(at.did, { member: true });
    },
  },
  grant: {
    does: async ({ ctx, did, how, note }) => {
      await grantTier(ctx, { did, tier: oneOf(["T0", "T1", "T2", "T3", "T4"] as const, how), reason: REASON });
      note(did, { member: true });
    },
  },
  withdrawGrant: {
    fits: ({ grantedTier, listed }) => grantedTier !== null || listed !== null,
    does: ({ ctx, did }) => grantTier(ctx, { did, tier: null, reason: REASON }),
  },
  audit: {
    often: 3,
    does: async ({ side, ctx, did, how, note }) => {
      const [auditor, verdict] = [`did:fed:s0:auditor-${how % 2}`, oneOf(["pass", "fail", "pending"] as const, how)];
      const said = { summary: "Looked at.", findings: [], evidence: [] };
      await recordAudit({ ...ctx, caller: { kind: "system" } }, { did, auditor, verdict, ...said });
      noteIf(verdict === "pending" && side.rows.get(did)?.listed != null, "a pending audit of a listed record");
      note(did, verdict === "pending" ? {} : { member: true });
    },
  },
  day: {
    often: 4,
    does: async ({ side, ctx }) => {
      expect(await listCopies(ctx), "the daily job lists no member").toBe(0);
      await refreshStaleTrust(side.db, new Date());
      for (const { trustAsOf } of (await rowsOf(side)).values()) expect(trustAsOf).toBe(utcDay(new Date()));
    },
  },
  time: { often: 8, does: (at) => pass(at, oneOf([2, 15, 61, 240, 1_500, 60_000], at.how)) },
} satisfies Record<string, Kind>;

/** A step of a history. `which` chooses its record or list, and `how` its form. */
export interface Step {
  side: 0 | 1;
  kind: keyof typeof KINDS;
  which: number;
  how: number;
}
const kindOf = ({ kind }: Step): Kind => KINDS[kind];
export const step = (side: 0 | 1, kind: Step["kind"], which = 0, how = 0): Step => ({ side, kind, which, how });

export function history(steps: number): fc.Arbitrary<Step[]> {
  const kinds = Object.entries<Kind>(KINDS).map(([kind, { often = 2 }]) => ({
    ...{ weight: often, arbitrary: fc.constant(kind as Step["kind"]) },
  }));
  const any = fc.record({ side: fc.constantFrom(0, 1), kind: fc.oneof(...kinds), which: fc.nat(999), how: fc.nat(9) });
  return fc.array(any, { minLength: steps, maxLength: steps });
}

/** The start of every history: both publish some records, follow both lists of the other, and fetch them. */
const START: readonly Step[] = [
  ...([0, 1] as const).flatMap((side) => [
    ...[0, 1, 2, 3, 4, 5].map((number) => step(side, "import", number + side * 5)),
    ...[11, 12].map((number) => step(side, "importMembers", number + side * 2)),
    ...[step(side, "register", 2 * side), step(side, "follow", 0), step(side, "follow", 1)],
  ]),
  ...([0, 1] as const).flatMap((side) => [step(side, "poll"), step(side, "fetch", 0), step(side, "fetch", 1)]),
];

export class TwoFederations {
  private readonly sides: readonly [Side, Side];

  private constructor(sides: readonly [Side, Side]) {
    this.sides = sides;
  }

  static async open(): Promise<TwoFederations> {
    const open = async (host: string): Promise<Side> => ({
      ...(await openFederation(host)),
      ...{ expected: new Map(), rows: new Map() },
    });
    return new TwoFederations([await open("east.example"), await open("west.example")]);
  }

  async close(): Promise<void> {
    await Promise.all(this.sides.map((side) => side.close()));
  }

  /** Runs a history from two empty federations, and checks both after each step. */
  async run(steps: readonly Step[]): Promise<void> {
    vi.setSystemTime("2026-01-05T09:00:00Z");
    for (const side of this.sides) {
      await empty(side);
      side.expected.clear();
      side.rows = new Map();
    }
    const taken: string[] = [];
    for (const one of [...START, ...steps]) {
      taken.push(`${this.sides[one.side].host} ${one.kind} ${one.which} ${one.how}`);
      try {
        await this.take(one);
      } catch (error) {
        throw new Error(["A fault after these steps:", ...taken, String(error)].join("\n"), { cause: error });
      }
    }
  }

  private async take(one: Step): Promise<void> {
    const [side, other] = one.side === 0 ? this.sides : [this.sides[1], this.sides[0]];
    const before = side.rows;
    const refused = await runAs(side, async () => {
      try {
        await kindOf(one).does(await this.chosen(one, side, other));
        return undefined;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return error;
      }
    });
    const [after, elsewhere] = await Promise.all([rowsOf(side), rowsOf(other)]);
    side.rows = after;
    noteIf(!refused, one.kind);
    expect(elsewhere, "a step here changes no record of the other federation").toEqual(other.rows);
    if (refused) expect(after, "a refused step changes nothing").toEqual(before);
    if (kindOf(one).reads) followChanges(side, before);
    await runAs(side, () => assertHolds(side, before));
  }

  private async chosen({ kind, which, how }: Step, side: Side, other: Side): Promise<At> {
    const ctx = { ...side.ctx(), caller: OPERATOR };
    const { fits = () => true }: Kind = KINDS[kind];
    const fitting = [...side.rows.values()].filter(fits);
    const lists = await listSources(ctx);
    return {
      ...{ side, other, ctx, which, how },
      did: fitting[which % (fitting.length + 1)]?.did ?? serverDid(which),
      list: lists[which % Math.max(lists.length, 1)],
      note: (did, change) => {
        const nothing = { member: false, suspended: false, withdrawn: null };
        side.expected.set(did, { ...nothing, ...side.expected.get(did), ...change });
      },
    };
  }
}

/** What happened in all histories, and how often. A guarantee about something that never happened is not tested. */
export const happened = new Map<string, number>();
function noteIf(condition: boolean, name: string): void {
  if (condition) happened.set(name, (happened.get(name) ?? 0) + 1);
}

async function rowsOf({ db }: Federation): Promise<Rows> {
  const rows = await db.select(assessedAgent).from(agents).orderBy(asc(agents.did));
  return new Map(rows.map((row) => [row.did, row]));
}

/**
 * Checks what the other federation's list or feed has changed here, and expects it from now on. It may add listed
 * records, and withdraw and restore those that it withdrew. It may do nothing else.
 */
function followChanges(side: Side, before: Rows): void {
  for (const [did, row] of side.rows) {
    const former = before.get(did);
    const expected = side.expected.get(did);
    if (!former || !expected) {
      expect(row.listed, `${did} was fetched, so it is listed`).not.toBeNull();
      side.expected.set(did, { member: false, suspended: false, withdrawn: null });
      noteIf(true, "a list adds a record");
      continue;
    }
    if (expected.member) {
      expect(row, "a list never writes a member's record").toEqual(former);
      continue;
    }
    expect(row).toMatchObject({ listed: former.listed, listedOn: former.listedOn, registeredAt: former.registeredAt });
    noteIf(row.status === "suspended" && row.revision !== former.revision, "a list writes a suspended record");
    if (row.status === former.status) continue;
    const change = [former.status, row.status].join(" to ");
    expect(["unverified to withdrawn", "withdrawn to unverified"], did).toContain(change);
    if (row.status === "unverified")
      expect(expected.withdrawn, "a list restores what it withdrew, nothing else").toBe("there");
    expected.withdrawn = row.status === "withdrawn" ? "there" : null;
    noteIf(true, row.status === "withdrawn" ? "a list withdraws a record" : "a list restores a record");
  }
}

function statusOf({ member, suspended, withdrawn }: Expected): string {
  if (suspended) return "suspended";
  if (withdrawn !== null) return "withdrawn";
  return member ? "active" : "unverified";
}

/** Checks that no record is more than it has earned in this federation, and that all counts agree. */
async function assertHolds(side: Side, before: Rows): Promise<void> {
  const { expected, rows } = side;
  const ctx = { ...side.ctx(), caller: ANYONE };
  expect([...rows.keys()].sort()).toEqual([...expected.keys()].sort());
  const all = [...rows.values()];
  for (const row of all) {
    const { did, status, listed, trustTier, trustScore, trustAsOf } = row;
    const should = expected.get(did);
    if (!should) throw new Error(`${did} is not expected`);
    const stated = { did, status, isListed: listed !== null };
    expect(stated).toEqual({ did, status: statusOf(should), isListed: !should.member });
    const facts = factsOf(row);
    expect(scoreAgent(facts, trustAsOf).score, `the score of ${did}`).toBe(trustScore);
    expect(row.grantedTier ?? earnedTier(facts, isRegistered(row), trustAsOf), `the tier of ${did}`).toBe(trustTier);
    if (!listed) continue;
    expect(row).toMatchObject({ trustTier: "T0", trustScore: 0, grantedTier: null });
    expect(row).toMatchObject({ ownerKind: "operator", memberSince: null });
    if (before.get(did)?.status === status && before.get(did)?.revision === row.revision) continue;
    const statement = await verifyTrust(side.ctx(), { did });
    expect(statement).toMatchObject({ verified: false, trust_tier: "T0", trust_score: 0 });
    expect(statement).not.toHaveProperty("credential");
  }
  const shown = all.filter(({ status }) => status !== "withdrawn");
  const members = shown.filter(({ listed }) => listed === null);
  const [ranked, counts, zones, council, counted] = await Promise.all([
    rankAgents(ctx, { limit: 200, offset: 0 }),
    countAgents(ctx),
    countAgentsByZone(ctx),
    getCouncilStatus(ctx),
    countedRows(side),
  ]);
  expect(ranked.agents.map(({ did }) => did).sort(), "the ranking").toEqual(members.map(({ did }) => did).sort());
  expect(ranked.total).toBe(members.length);
  expect([sum(Object.values(counts.members)), counts.listed]).toEqual([members.length, shown.length - members.length]);
  expect(sum(Object.values(zones.everyone))).toBe(members.length);
  const verified = all.filter(isVerified);
  expect(council.stats.verified_agents).toBe(verified.length);
  expect(counted).toEqual(countRows(all));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const keyOf = (row: { zone: string; status: string; trustTier: string; isDemo: boolean; listed: boolean }) =>
  [row.zone, row.status, row.trustTier, row.isDemo, row.listed].join(" ");

function countRows(rows: readonly AssessedAgent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const key = keyOf({ ...row, listed: row.listed !== null });
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

async function countedRows({ db }: Federation): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const row of await db.select().from(agentCounts)) counts[keyOf(row)] = (counts[keyOf(row)] ?? 0) + row.agents;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}
