import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/context";
import { testDatabase } from "@/lib/db/testing/test-database";
import { setFreeze } from "@/lib/freezes/service/freezes";
import { ensureSigningKey } from "@/lib/trust/service/keys";
import type { SmokeResult } from "../schema";
import { runSmoke, summarize } from "./smoke";

const database = testDatabase();
const ctx = () => systemContext(database());
const failures = ({ checks }: SmokeResult) => checks.filter(({ ok, required }) => required && !ok);

beforeAll(() => ensureSigningKey(database(), undefined, new Date()));

describe("smoke", () => {
  it("is VERIFIED where all that is required holds, each with its time", async () => {
    const result = await runSmoke(ctx());
    expect(result).toMatchObject({ tag: "VERIFIED", reasons: [], frozen: [] });
    expect(result.checks.map(({ name }) => name)).toEqual([
      "database",
      "migrations",
      "ledger",
      "evidence",
      "cache",
      "vector_store",
    ]);
    for (const { duration_ms } of result.checks) expect(duration_ms).toBeGreaterThanOrEqual(0);
  });

  it("tries once for all who ask at the same time", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => runSmoke(ctx())));
    expect(new Set(results).size).toBe(1);
  });

  it("tells of a freeze, which blocks nothing", async () => {
    await setFreeze(ctx(), { subsystem: "relay", frozen: true, reason: "A look at the parser." });
    expect(await runSmoke(ctx())).toMatchObject({
      tag: "VERIFIED",
      frozen: [{ subsystem: "relay", reason: "A look at the parser." }],
    });
    await setFreeze(ctx(), { subsystem: "relay", frozen: false, reason: "Looked at." });
  });

  it.each([
    [
      "database",
      "the probe cannot be written",
      sql`alter table smoke_probe rename to gone`,
      sql`alter table gone rename to smoke_probe`,
    ],
    [
      "migrations",
      "they are missing",
      sql`alter table drizzle.__drizzle_migrations rename to gone`,
      sql`alter table drizzle.gone rename to __drizzle_migrations`,
    ],
    [
      "ledger",
      "the last act is not what the head says",
      sql`update ledger_entries set hash = sha256(hash) where log = 'council' and seq = 2`,
      sql`select 1`,
    ],
  ])("is BLOCKED by %s alone where %s", async (name, _, spoil, mend) => {
    await database().transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(spoil);
    });
    const result = await runSmoke(ctx());
    await database().execute(mend);
    expect(result.tag).toBe("BLOCKED");
    expect(failures(result).map((check) => check.name)).toEqual([name]);
    expect(result.reasons).toEqual([expect.stringMatching(`^${name}: .+\\.$`)]);
  });

  it("lists beside it what the service does without", () => {
    const check = { ok: false, duration_ms: 1, message: "It failed." };
    expect(summarize([{ name: "cache", required: false, ...check }])).toEqual({
      tag: "VERIFIED",
      reasons: [],
      degraded: ["cache: It failed."],
    });
  });
});
