import { and, count, eq, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { type AgentRow, agentCounts, agents } from "@/lib/database/schema/agents";
import { relayUsage } from "@/lib/database/schema/relay";
import { onServer } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { agentRow } from "@/lib/features/agents/testing/agent-row";
import { listDirectory } from "@/lib/features/directory/service/list";
import { keyIsProven } from "@/lib/features/trust/rules";
import { showZone } from "@/lib/identity/did";
import { sameOrganisation } from "@/lib/identity/organisation";
import { DirectoryQuery } from "../directory-schema";

const database = testDatabase();
/** How much is tried. PostgreSQL is faster; the long form tries more. */
const TRIES = Number(process.env["ROUNDS"] ?? 1) * (onServer ? 10 : 5);

const ZONES = ["s0", "s1", "s2", "s3", "s4", "testnet", "default", "lab-7"];
const STATUSES = ["active", "unverified", "pending", "suspended"];
const TIERS = ["T0", "T1", "T2", "T3", "T4"] as const;
/** Few letters, so that short filters match often; the pattern's own signs; letters that have no capitals. */
const ALPHABET = [..."aAbBnNeErR-_.%\\ 漢·"];
const TAGS = ["database", "Database", "search"];
const PROTOCOLS = ["a2a", "mcp", "http"] as const;
const endpointOf = (protocol: (typeof PROTOCOLS)[number]) => ({ protocol, url: "https://agent.example" });
const word = fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 14 });
const name = fc.string({ unit: fc.constantFrom(..."aAbBnNeErR-_."), minLength: 1, maxLength: 10 });

const said = fc
  .record({ name: word, provider: word, role: word, model: word, modelGiven: fc.boolean() })
  .map(({ modelGiven, ...words }) => ({ ...words, modelGiven: modelGiven && words.model !== "" }));

const row = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    didName: name,
    said,
    status: fc.constantFrom(...STATUSES),
    trustTier: fc.constantFrom(...TIERS),
    trustScore: fc.integer({ min: 0, max: 40 }).map((points) => points / 4),
    isDemo: fc.boolean(),
    registeredAt: fc.integer({ min: 1, max: 28 }).map((day) => new Date(Date.UTC(2026, 0, day))),
    updatedAt: fc.option(fc.integer({ min: 29, max: 31 }).map((day) => new Date(Date.UTC(2026, 0, day)))),
    tags: fc.subarray(TAGS),
    runtimeType: fc.constantFrom("", "node", "python"),
    licence: fc.constantFrom("", "MIT"),
    endpoints: fc.subarray(["a2a", "mcp"] as const).map((protocols) => protocols.map(endpointOf)),
    publicKey: fc.constantFrom("", "a key"),
    provenKey: fc.constantFrom("", "a key", "another"),
    auditsPassed: fc.nat(2),
    incidentsNamed: fc.nat(1),
  })
  .map(({ zone, didName, trustScore, said, endpoints, ...rest }) =>
    agentRow({
      ...rest,
      endpoints,
      protocols: endpoints.map(({ protocol }) => protocol),
      ...said,
      did: `did:fed:${zone}:${didName}`,
      zone: showZone(zone),
      trustScore: Math.round(trustScore * 10) / 10,
    }),
  );

const MEMBERS: AgentRow[] = fc
  .sample(fc.uniqueArray(row, { selector: ({ did }) => did, minLength: 300, maxLength: 300 }), {
    numRuns: 1,
    seed: 20_260_101,
  })
  .flat();

const partOf = (read: (member: AgentRow) => string) =>
  fc.oneof(
    fc.tuple(fc.constantFrom(...MEMBERS), fc.nat(20), fc.integer({ min: 1, max: 6 })).map(([member, from, length]) => {
      const text = [...read(member)];
      return text
        .slice(from % (text.length + 1))
        .slice(0, length)
        .join("");
    }),
    word,
  );
const anyCase = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.boolean()).map(([value, upper]) => (upper ? value.toUpperCase() : value));
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
const rarely = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, value);

const query: fc.Arbitrary<DirectoryQuery> = fc.record({
  zone: sometimes(anyCase(fc.constantFrom(...ZONES, "s5", ""))),
  status: sometimes(anyCase(fc.constantFrom(...STATUSES, "other", ""))),
  model: sometimes(
    anyCase(
      fc.oneof(
        partOf((member) => member.model),
        partOf((member) => member.provider),
      ),
    ),
  ),
  role: sometimes(anyCase(partOf((member) => member.role))),
  q: sometimes(
    anyCase(
      fc.oneof(
        partOf((member) => member.did),
        partOf((member) => member.name),
      ),
    ),
  ),
  tier: rarely(fc.constantFrom(...TIERS)),
  role_is: rarely(fc.constantFrom(...MEMBERS).map((member) => member.role)),
  model_is: rarely(fc.constantFrom(...MEMBERS).map((member) => member.model)),
  demo: rarely(fc.constantFrom("hide", "only")),
  tag: rarely(fc.constantFrom(...TAGS, "DATABASE")),
  provider: rarely(anyCase(fc.constantFrom(...MEMBERS).map((member) => ` ${member.provider}`))),
  protocol: rarely(fc.constantFrom(...PROTOCOLS)),
  licence: rarely(fc.constantFrom("MIT", "mit")),
  source: rarely(fc.constantFrom("a list", "A list")),
  runtime: rarely(fc.constantFrom("node", "python", "Node")),
  key: rarely(fc.constant("verified" as const)),
  audited: rarely(fc.constant("yes" as const)),
  incidents: rarely(fc.constant("none" as const)),
  sort: fc.constantFrom(undefined, "score", "trusted", "used", "name", "newest"),
  limit: fc.integer({ min: 1, max: 200 }),
  offset: fc.oneof(fc.constant(0), fc.nat(320)),
});

const fold = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const has = (text: string, part: string | undefined) => !part || fold(text).includes(fold(part));

const smallerFirst = (a: string | number, b: string | number) => (a < b ? -1 : Number(a > b));
const byTrust = (a: AgentRow, b: AgentRow) =>
  smallerFirst(b.trustScore, a.trustScore) || smallerFirst(a.registeredAt.getTime(), b.registeredAt.getTime());
/** How often each agent was used, by its place among the members: on the first day that counts, and the day before. */
const used = (member: AgentRow) => Math.max(0, 5 - (MEMBERS.indexOf(member) % 7));
const changedAt = ({ updatedAt, registeredAt }: AgentRow) => updatedAt ?? registeredAt;
const ORDERS = {
  trusted: byTrust,
  used: (a: AgentRow, b: AgentRow) => used(b) - used(a) || byTrust(a, b),
  score: (a: AgentRow, b: AgentRow) => smallerFirst(b.trustScore, a.trustScore),
  name: (a: AgentRow, b: AgentRow) => smallerFirst(a.name, b.name),
  newest: (a: AgentRow, b: AgentRow) => smallerFirst(b.registeredAt.getTime(), a.registeredAt.getTime()),
  updated: (a: AgentRow, b: AgentRow) => smallerFirst(changedAt(b).getTime(), changedAt(a).getTime()),
};

/** The directory as one would write it over a list in memory. */
function model(asked: DirectoryQuery) {
  const { zone, status, role, q, tier, role_is: exactRole, model_is: exactModel, demo, sort, limit, offset } = asked;
  const found = MEMBERS.filter(
    (member) =>
      (!zone || member.zone === showZone(zone)) &&
      (!status || member.status === fold(status)) &&
      (has(member.model, asked.model) || has(member.provider, asked.model)) &&
      has(member.role, role) &&
      (has(member.did, q) || has(member.name, q)) &&
      (!tier || member.trustTier === tier) &&
      (!exactRole || member.role === exactRole) &&
      (!exactModel || (member.model === exactModel && member.modelGiven)) &&
      (!asked.tag || member.tags.includes(asked.tag)) &&
      (!asked.provider || sameOrganisation(member.provider, asked.provider)) &&
      (!asked.protocol || member.protocols.includes(asked.protocol)) &&
      (!asked.runtime || member.runtimeType === asked.runtime) &&
      (!asked.licence || member.licence === asked.licence) &&
      (!asked.source || member.listed?.source === asked.source) &&
      (!asked.key || keyIsProven(member)) &&
      (!asked.audited || member.auditsPassed > 0) &&
      (!asked.incidents || member.incidentsNamed === 0) &&
      (!demo || member.isDemo === (demo === "only")),
  ).sort((a, b) => ORDERS[sort ?? "score"](a, b) || smallerFirst(a.did, b.did));
  return { total: found.length, dids: found.slice(offset, offset + limit).map(({ did }) => did) };
}

describe("the directory over 300 random agents", () => {
  beforeAll(async () => {
    await database().insert(agents).values(MEMBERS);
    const counted = MEMBERS.map((member) => {
      const [routed, did] = [Math.floor(used(member) / 2), member.did];
      return { did, day: "2026-02-01", slot: 0, routed, received: used(member) - routed };
    });
    const before = MEMBERS.map(({ did }) => ({ did, day: "2026-01-31", slot: 1, routed: 50, received: did.length }));
    await database()
      .insert(relayUsage)
      .values(counted.filter(({ received }) => received > 0));
    await database().insert(relayUsage).values(before);
  });

  it("finds, orders, pages and counts as the filters mean", async () => {
    const ctx = { ...systemContext(database()), clock: () => new Date("2026-03-02T23:59:59.999Z") };
    let found = 0;
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        // Once the total is known, a page in the second half is sought from the end.
        for (let time = asked.offset < 100 ? 2 : 1; time <= 2; time += 1) {
          const { total, agents: listed } = await listDirectory(ctx, asked);
          found += listed.length;
          expect({ total, dids: listed.map(({ did }) => did) }).toEqual(model(asked));
        }
      }),
      { numRuns: 10 * TRIES },
    );
    expect(found).toBeGreaterThan(20 * TRIES);
  });
});

describe("the counter table", () => {
  type Change =
    | { kind: "insert"; rows: AgentRow[] }
    | { kind: "move"; from: string; status: string; trustTier: (typeof TIERS)[number] }
    | { kind: "rezone"; zone: string; to: string }
    | { kind: "rename"; zone: string; to: Pick<AgentRow, "name" | "role" | "model" | "modelGiven" | "provider"> }
    | { kind: "delete"; zone: string; status: string }
    | { kind: "rolledBack"; rows: AgentRow[] };
  const rows = fc.array(row, { maxLength: 5 });
  const zone = fc.constantFrom(...ZONES).map(showZone);
  const status = fc.constantFrom(...STATUSES);
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ kind: fc.constant("insert" as const), rows }),
    fc.record({ kind: fc.constant("move" as const), from: status, status, trustTier: fc.constantFrom(...TIERS) }),
    fc.record({ kind: fc.constant("rezone" as const), zone, to: zone }),
    fc.record({ kind: fc.constant("rename" as const), zone, to: said }),
    fc.record({ kind: fc.constant("delete" as const), zone, status }),
    fc.record({ kind: fc.constant("rolledBack" as const), rows }),
  );

  async function insert(on: Pick<Database, "insert">, added: AgentRow[]): Promise<void> {
    if (added.length > 0) await on.insert(agents).values(added).onConflictDoNothing();
  }

  async function apply(change: Change): Promise<void> {
    const db = database();
    switch (change.kind) {
      case "insert":
        return insert(db, change.rows);
      case "move": {
        const { from, kind: _, ...standing } = change;
        await db.update(agents).set(standing).where(eq(agents.status, from));
        return;
      }
      case "rezone":
        await db.update(agents).set({ zone: change.to }).where(eq(agents.zone, change.zone));
        return;
      case "rename":
        await db.update(agents).set(change.to).where(eq(agents.zone, change.zone));
        return;
      case "delete":
        await db.delete(agents).where(and(eq(agents.zone, change.zone), eq(agents.status, change.status)));
        return;
      case "rolledBack": {
        const undone = db.transaction(async (tx) => {
          await insert(tx, change.rows);
          tx.rollback();
        });
        await expect(undone).rejects.toThrow();
      }
    }
  }

  /** Both ways of counting, in one statement, so that they speak of the same moment. */
  async function differences() {
    const db = database();
    const by = { zone: agents.zone, status: agents.status, tier: agents.trustTier, demo: agents.isDemo };
    const counted = db
      .select({ ...by, n: count().as("counted_agents") })
      .from(agents)
      .groupBy(agents.zone, agents.status, agents.trustTier, agents.isDemo)
      .as("counted");
    const kept = db
      .select({
        zone: agentCounts.zone,
        status: agentCounts.status,
        tier: agentCounts.trustTier,
        demo: agentCounts.isDemo,
        n: sql<number>`sum(${agentCounts.agents})`.mapWith(Number).as("kept_agents"),
      })
      .from(agentCounts)
      .groupBy(agentCounts.zone, agentCounts.status, agentCounts.trustTier, agentCounts.isDemo)
      .having(sql`sum(${agentCounts.agents}) <> 0`)
      .as("kept");
    return db
      .select()
      .from(counted)
      .fullJoin(
        kept,
        and(
          eq(counted.zone, kept.zone),
          eq(counted.status, kept.status),
          eq(counted.tier, kept.tier),
          eq(counted.demo, kept.demo),
        ),
      )
      .where(sql`${counted.n} is distinct from ${kept.n}`);
  }

  it("equals count(*), after any inserts, moves, deletions and rollbacks, one after another or concurrently", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), fc.boolean(), async (changes, atOnce) => {
        if (atOnce) await Promise.allSettled(changes.map(apply));
        else for (const each of changes) await apply(each);
        expect(await differences()).toEqual([]);
      }),
      { numRuns: TRIES },
    );
  });

  /** What a filter's total must be, by a plain count. */
  async function plainCount({ q, zone, model }: { q: string; zone: string | undefined; model: string | undefined }) {
    const db = database();
    const has = (column: AnyPgColumn, part: string) => sql`position(lower(${part}) in lower(${column})) > 0`;
    const where = and(
      or(has(agents.did, q), has(agents.name, q)),
      zone ? eq(agents.zone, zone) : undefined,
      model ? or(has(agents.model, model), has(agents.provider, model)) : undefined,
    );
    return db.$count(agents, where);
  }

  it("has a version that shows when a total must be counted again, so every total is exact", async () => {
    const ctx = systemContext(database());
    const asked = fc.record({
      q: fc.constantFrom("a", "e", "-", "did:fed:s1"),
      zone: fc.option(zone, { nil: undefined }),
      model: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(change, fc.array(asked, { maxLength: 3 })), { maxLength: 6 }),
        async (steps) => {
          for (const [next, questions] of steps) {
            await apply(next);
            for (const each of questions) {
              const { total } = await listDirectory(ctx, DirectoryQuery.parse(each));
              expect(total, JSON.stringify(each)).toBe(await plainCount(each));
            }
          }
        },
      ),
      { numRuns: TRIES },
    );
  });
});
