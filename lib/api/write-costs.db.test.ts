import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATCH as update } from "@/app/api/agent/[did]/route";
import { POST as grantTier } from "@/app/api/agent/[did]/tier/route";
import { POST as join } from "@/app/api/agent/join/route";
import { POST as register } from "@/app/api/agent/register/route";
import { POST as audit } from "@/app/api/council/audit/route";
import { POST as openIncident } from "@/app/api/incident/open/route";
import { POST as anchor } from "@/app/api/memory/anchor/route";
import { POST as send } from "@/app/api/relay/send/route";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { watchChanges } from "@/lib/database/bus";
import { openDatabase } from "@/lib/database/open";
import { tappedDatabase } from "@/lib/database/testing/tapped-database";
import type { Traffic } from "@/lib/database/testing/wire-tap";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { post } from "@/lib/testing/call";

const tap = tappedDatabase();
let token: string;
let number = 0;
const nextNumber = () => {
  number += 1;
  return number;
};
const fresh = () => `did:fed:s1:cost-${nextNumber()}`;

/** The agents that the verbs below name. */
const EXISTING = ["did:fed:s1:atlas", "did:fed:s1:scribe", "did:fed:s1:glossa"] as const;
const [ATLAS, SCRIBE, GLOSSA] = EXISTING;
const RECORD = { provider: "Meridian Labs", role: "translator", skills: ["Translate Polish to English"] };

beforeAll(async () => {
  const ctx = systemContext(openDatabase());
  await ensureVectorStore(ctx, getEmbedder());
  await ensureSigningKey(openDatabase(), undefined, new Date());
  token = (await issueCredential(ctx, { kind: "operator", label: "" })).token;
  for (const did of EXISTING) await post(register, { did, ...RECORD }, { token });
  // As in the service, a write resolves only after its changes are known.
  watchChanges({ onChange: () => {}, onLost: () => {} });
});

const call = (route: Parameters<typeof post>[0], body: object, did?: string) => () =>
  post(route, body, { token, ...(did === undefined ? {} : { params: { did } }) });

type Call = ReturnType<typeof call>;

/**
 * Notifications of other processes, sent after the response; the read of changes, shared by all that wait for it; the times
 * of a token's and of a key's use, stored once a minute; and the first statements of a new connection.
 */
const NOT_OF_A_WRITE =
  /^\s*(?:select pg_notify|select pg_current_snapshot|listen)\b|^update "credentials" set "last_used_at"|\bkey_uses\b|pg_catalog\.pg_type/;

/** What calls send together, once their statements are prepared. */
async function trafficOf(calls: readonly Call[]): Promise<Traffic> {
  tap.reset();
  const responses = await Promise.all(calls.map((each) => each()));
  for (const { status, body } of responses)
    expect([status, body["error"]]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
  const { statements, roundTrips } = tap.traffic();
  const waitedFor = statements.filter((statement) => !NOT_OF_A_WRITE.test(statement));
  return { statements: waitedFor, roundTrips: roundTrips - (statements.length - waitedFor.length) };
}

/**
 * Most statements of each verb, with those of the token and of the transaction. Each also takes a round trip. One shared
 * read of changes follows.
 */
const BUDGETS: [verb: string, statements: number, prepare: () => Call][] = [
  ["join", 7, () => call(join, { did: fresh() })],
  ["register", 8, () => call(register, { did: fresh(), ...RECORD })],
  ["register another record", 13, () => call(register, { did: ATLAS, ...RECORD, name: `Atlas ${nextNumber()}` })],
  ["PATCH", 12, () => call(update, { description: `Text ${nextNumber()}` }, GLOSSA)],
  ["tier grant", 9, () => call(grantTier, { tier: "T2", reason: "test" }, SCRIBE)],
  ["send", 4, () => call(send, { src_did: ATLAS, dst_did: SCRIBE, intent: "summarise", payload: { text: "fox" } })],
  ["anchor", 2, () => call(anchor, { did: ATLAS, kind: "note", payload: { text: "fox" } })],
  ["audit", 12, () => call(audit, { did: SCRIBE, verdict: "pass", summary: `Checked ${nextNumber()}` })],
  ["incident", 17, () => call(openIncident, { title: `Loss ${nextNumber()}`, severity: "LOW", affected: [SCRIBE] })],
];

describe("a write sends few statements", () => {
  const measured: Record<string, Traffic> = {};
  afterAll(() => {
    const rows = Object.entries(measured).map(([verb, { statements, roundTrips }]) => [
      verb,
      { statements: statements.length, roundTrips },
    ]);
    console.table(Object.fromEntries(rows));
  });

  it.each(BUDGETS)("%s: at most %i", async (verb, most, prepare) => {
    await trafficOf([prepare()]);
    const traffic = await trafficOf([prepare()]);
    measured[verb] = traffic;
    expect(traffic.statements.length, traffic.statements.join("\n")).toBeLessThanOrEqual(most);
    expect(traffic.roundTrips).toBeLessThanOrEqual(traffic.statements.length);
  });

  it.each(BUDGETS.filter(([verb]) => ["join", "register", "send", "anchor"].includes(verb)))(
    "%s: eight callers at once share theirs",
    async (verb, most, prepare) => {
      const traffic = await trafficOf(Array.from({ length: 8 }, prepare));
      measured[`${verb}, eight at once`] = traffic;
      expect(traffic.statements.length, traffic.statements.join("\n")).toBeLessThanOrEqual(4 * most);
    },
  );

  it("a request that is rejected before its verb costs only its authentication", async () => {
    const statementsOf = async (request: Call, status: number) => {
      tap.reset();
      expect((await request()).status).toBe(status);
      return tap.traffic().statements.length;
    };
    expect(await statementsOf(() => post(join, {}, { token }), 400)).toBe(1);
    expect(await statementsOf(() => post(join, {}), 401)).toBe(0);
    expect(await statementsOf(() => post(join, {}, { token: "fgs_agt_typo" }), 401)).toBe(0);
  });
});
