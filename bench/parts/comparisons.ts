import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { drizzle } from "drizzle-orm/postgres-js";
import { systemContext } from "@/lib/authority/context";
import { openClient } from "@/lib/database/client";
import type { Bytes, Operation, Statement } from "../bare-server";
import { factsOf } from "../facts";
import type { Asked } from "../load";
import { measure, type Player } from "../measure";
import type { Bench, Part } from "../part";
import { medianRatio } from "../rounds";
import type { Comparison, Facts } from "../scenarios";
import type { Site, SiteKey } from "../site";

/** Returns the body of a response as it is sent, and the headers that say what it is. */
function bytesSent(port: number, { path, headers = {} }: Asked): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers }, async (response) => {
      const kept = ["content-type", "content-encoding"].flatMap((name) => {
        const value = response.headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      });
      resolve({ headers: Object.fromEntries(kept), body: await buffer(response) });
    })
      .on("error", reject)
      .end();
  });
}

/** Runs a verb once and notes the statements that it sends. */
async function captureStatements(site: Site, run: (ctx: ReturnType<typeof systemContext>) => Promise<unknown>) {
  const statements: Statement[] = [];
  const client = openClient(site.address);
  const logger = { logQuery: (text: string, parameters: unknown[]) => void statements.push({ text, parameters }) };
  await run(systemContext(drizzle(client, { logger })));
  await client.end();
  return statements;
}

async function operationOf(site: Site, asked: Asked, against: Comparison["against"], facts: Facts): Promise<Operation> {
  const sent = () => bytesSent(site.service.port, asked);
  if (against === "bytes") return { kind: "bytes", bytes: await sent() };
  if ("verb" in against) return { kind: "verb", verb: against.verb };
  if ("service" in against) throw new Error("The service needs no bare operation.");
  const statements = await captureStatements(site, (ctx) => against.run(ctx, facts));
  return { kind: "statements", statements, ...(against.sends === "bytes" ? { bytes: await sent() } : {}) };
}

/** The other side of a comparison. */
async function opponentOf(site: Site, asked: Asked, { against, callers }: Comparison, facts: Facts): Promise<Player> {
  if (typeof against === "object" && "service" in against) {
    return { name: against.name, server: site.service, asked: against.service(facts), callers: against.callers };
  }
  if (!site.bare) throw new Error("This site has no bare server.");
  const path = await site.bare.add(await operationOf(site, asked, against, facts));
  return { name: "bare", server: site.bare, asked: { ...asked, path }, callers };
}

async function compare(bench: Bench, site: Site, comparison: Comparison): Promise<void> {
  const { work, goal, callers, things } = comparison;
  const facts = await factsOf(site);
  const asked = comparison.asked(facts);
  const service: Player = { name: "service", server: site.service, asked, callers, ...(things ? { things } : {}) };
  const players = [service, await opponentOf(site, asked, comparison, facts)];
  const played = await measure(bench.load, players);
  const [own, other] = played.map(({ perSecond }) => perSecond);
  bench.add(work, goal, medianRatio(own ?? [], other ?? []), played);
}

/** The service beside a bare server, on PostgreSQL. */
export const comparisons =
  (table: readonly Comparison[], key: SiteKey): Part =>
  async (bench) => {
    for (const comparison of table) await compare(bench, await bench.site(key), comparison);
  };
