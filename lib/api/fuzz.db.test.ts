import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { freezes } from "@/lib/database/schema/freezes";
import { testDatabase } from "@/lib/database/testing/test-database";
import { lifecycle } from "@/lib/edge/lifecycle";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { joinAgent } from "@/lib/features/agents/service/join";
import { registerAgent } from "@/lib/features/agents/service/register";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { openIncident } from "@/lib/features/incidents/service/open";
import { ErrorBody } from "@/lib/http/errors";
import { ENDPOINTS } from "@/lib/portal/contract";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { type Sent, send } from "@/lib/testing/routes";
import { bodiesToTryAlways, requestsTo } from "./testing/hostile";

/** More in the long form. */
const RUNS = 5 * Number(process.env["ROUNDS"] ?? 1);
/** Maximum runs of an endpoint that returned the same status in all of them, which may happen by chance. */
const MAX_RUNS = 300;
const database = testDatabase();
const known: string[] = [];
const tokens: string[] = [];
/** Endpoints that correctly return 503 here: the vector store's health on a server without pgvector. */
const unavailable = new Set<string>();

beforeAll(async () => {
  const ctx = systemContext(database());
  await ensureSigningKey(ctx.db, undefined, ctx.clock());
  lifecycle.prepared = true;
  if (!(await ensureVectorStore(ctx, getEmbedder()))) unavailable.add("getVectorStoreHealth");
  const operator = await issueCredential(ctx, { kind: "operator", label: "" });
  const agent = await issueCredential(ctx, { kind: "agent", did: "did:fed:s1:fuzz-1", label: "" });
  const provider = await issueCredential(ctx, { kind: "provider", organisation: "Lattice Works", label: "" });
  await registerAgent(ctx, { did: "did:fed:s1:fuzz-1" });
  await joinAgent(ctx, { did: "did:fed:s1:fuzz-2" });
  tokens.push(operator.token, operator.token, agent.token, provider.token);
  known.push("did:fed:s1:fuzz-1", "did:fed:s1:fuzz-2");
  const report = { title: "Fuzzed", severity: "CRITICAL", affected: ["did:fed:s1:fuzz-1", "did:fed:s1:fuzz-2"] };
  known.push(String((await openIncident(ctx, OpenIncident.parse(report))).id));
  // Credentials that the fuzz may rotate and revoke without locking itself out.
  for (let count = 0; count < 5; count += 1) {
    known.push((await issueCredential(ctx, { kind: "agent", did: "did:fed:s1:fuzz-3", label: "" })).id);
  }
});

/** A digest of everything stored, except when callers were last seen and keys last used, the row of the smoke check, and the names of written tables. */
async function digest(): Promise<string> {
  const tables = await database().execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name not in ('smoke_probe', 'recent_changes', 'key_uses') order by 1`,
  );
  // An agent that only read its inbox has a row with the time, as `last_seen`.
  const isShown = (name: string) =>
    name === "agent_liveness" ? "coalesce(due_at, checked_at, ended_at) is not null" : "true";
  const digests = tables.map(
    ({ name }) =>
      `select md5(coalesce(string_agg(x, '' order by x), '')) as d from (select (to_jsonb(t) - 'last_used_at' - 'last_seen')::text as x from "${name}" t where ${isShown(name)}) as s`,
  );
  const rows = await database().execute<{ d: string }>(sql.raw(digests.join(" union all ")));
  return rows.map(({ d }) => d).join();
}

const last = { transaction: "", digest: "" };
/** The same, computed again only if a transaction has written since. */
async function stored(): Promise<string> {
  const [row] = await database().execute<{ next: string }>(
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`,
  );
  if (row?.next !== last.transaction) Object.assign(last, { transaction: row?.next, digest: await digest() });
  return last.digest;
}

describe("any request", () => {
  it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s never returns a 5xx, its errors have the declared shape, and neither an error nor a read stores anything",
    async (_, endpoint) => {
      // An operator's fuzz may have frozen a part, which then correctly returns 503.
      await database().update(freezes).set({ frozen: false });
      let before = await stored();
      const seen = new Set<number>();
      const [token = ""] = tokens;
      const params = { did: "did:fed:s1:fuzz-2", id: known.at(-1) ?? "" };
      const always = bodiesToTryAlways(endpoint).map((body): [Sent] => [{ token, params, body }]);
      const property = fc.asyncProperty(requestsTo(endpoint, known, tokens), async (sent: Sent) => {
        const response = await send(endpoint, sent);
        if (endpoint.kind === "stream" && response.ok) return response.body?.cancel();
        const asText = endpoint.mediaType !== undefined && response.ok;
        const answer: unknown = asText ? await response.text() : await response.json();
        seen.add(response.status);
        if (unavailable.has(endpoint.operationId)) expect(response.status).toBe(503);
        else expect(response.status).toBeLessThan(500);
        const after = await stored();
        if (response.status >= 400 || endpoint.method === "GET") expect(after).toBe(before);
        if (response.status >= 400) {
          expect(
            ErrorBody.required().partial({ message: true, fields: true, oldest: true }).strict().safeParse(answer)
              .success,
          ).toBe(true);
        }
        before = after;
      });
      for (let runs = 0; runs === 0 || (endpoint.body && seen.size === 1 && runs < MAX_RUNS); runs += RUNS) {
        await fc.assert(property, { numRuns: RUNS + always.length, examples: always });
      }
      // A fuzz that always gets the same status would prove little.
      if (endpoint.body) expect(seen.size).toBeGreaterThan(1);
    },
  );
});
