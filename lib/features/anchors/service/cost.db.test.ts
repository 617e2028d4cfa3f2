import { drizzle } from "drizzle-orm/postgres-js";
import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import type { Client } from "@/lib/database/client";
import { onServer } from "@/lib/database/testing/template";
import { createDraft } from "@/lib/ledger/link";
import { anchorFixtures } from "../testing/fixtures";
import { appendAnchors } from "./append";
import { findEntries } from "./browse";
import { queryAnchors } from "./query";
import { listAnchors } from "./read";

const { database } = anchorFixtures();
const clientOf = () => (database() as unknown as { $client: Client }).$client;

const ANCHORS = 5_000;
const BATCH = 500;

describe.runIf(onServer)(`over ${ANCHORS} anchors every look-up goes by an index`, () => {
  beforeAll(async () => {
    for (let first = 0; first < ANCHORS; first += BATCH) {
      const drafts = Array.from({ length: BATCH }, (_, n) => {
        const content = { did: "did:fed:s1:cost", kind: "note", scope: "PUBLIC" as const, payload: first + n };
        return { key: undefined, ...createDraft(content, new Date()) };
      });
      await appendAnchors(database(), drafts);
    }
    await clientOf().unsafe("analyze");
  });

  /** The plans of the statements that a verb sends. */
  async function plansOf(verb: (ctx: Context) => Promise<unknown>): Promise<string> {
    const sent: [string, unknown[]][] = [];
    const logger = { logQuery: (text: string, parameters: unknown[]) => void sent.push([text, parameters]) };
    await verb(systemContext(drizzle(clientOf(), { logger })));
    const plans = sent.map(([text, parameters]) => clientOf().unsafe(`explain ${text}`, parameters as never[]));
    return (await Promise.all(plans)).flatMap((rows) => rows.map((row) => row["QUERY PLAN"])).join("\n");
  }

  it.each<[string, RegExp, (ctx: Context) => Promise<unknown>]>([
    ["the beginning of a hash", /ledger_entries_by_hash/, (ctx) => findEntries(ctx, "0123456789ab", "anchors")],
    ["a scope that few have", /ledger_entries_scope/, (ctx) => queryAnchors(ctx, { scope: "PRIVATE" })],
    ["the newest", /Backward using ledger_entries/, (ctx) => listAnchors(ctx, { limit: 50 })],
    ["the oldest", /Backward using ledger_entries/, (ctx) => listAnchors(ctx, { limit: 50, cursor: 51 })],
    ["an agent", /ledger_payloads_did/, (ctx) => listAnchors(ctx, { limit: 50, did: "did:fed:s1:rare" })],
    [
      "some days",
      /Index Cond: .*ledger_first_seq_since/,
      (ctx) => listAnchors(ctx, { limit: 50, to: new Date("2020-01-01") }),
    ],
    ["a time", /Index Cond: .*ledger_first_seq_since/, (ctx) => queryAnchors(ctx, { to: new Date("2020-01-01") })],
  ])("%s by %s", async (_, index, verb) => {
    const plan = await plansOf(verb);
    expect(plan).toMatch(index);
    expect(plan).not.toContain("Seq Scan on ledger_entries");
  });
});
