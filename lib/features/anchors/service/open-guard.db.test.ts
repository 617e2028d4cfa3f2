import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { type Client, openClient } from "@/lib/database/client";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { settings } from "@/lib/foundation/env";
import { ANCHOR_LOG, appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { guardOf, mayBeginWith } from "@/lib/ledger/guard/guard";
import { witnessedName } from "@/lib/ledger/guard/guard-store";
import { readHead } from "@/lib/ledger/head";
import {
  announceAdoption,
  assertOrigin,
  closeGuards,
  guardFolder,
  nameReplacedLogs,
  openGuards,
  openGuardsPatiently,
} from "./open-guard";
import { readCheckpoint } from "./prove";

const given = vi.hoisted(() => ({ settings: {} as Record<string, unknown> }));
vi.mock("@/lib/foundation/env", async (original) => {
  const env = await original<typeof import("@/lib/foundation/env")>();
  return { ...env, settings: () => ({ ...env.settings(), ...given.settings }) };
});

let copy: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;
let ctx: Context;
let folder: string;

beforeEach(async () => {
  copy = await createTestDatabase();
  client = openClient(copy.address);
  ctx = systemContext(drizzle(client));
  await ensureSigningKey(ctx.db, undefined, new Date());
  folder = await mkdtemp(path.join(tmpdir(), "guards-"));
  given.settings = { GUARD: path.join(folder, "guard"), DATABASE_URL: "postgres://server/database" };
});
afterEach(async () => {
  await closeGuards();
  await client.end({ timeout: 1 });
  await copy.drop();
  await rm(folder, { recursive: true });
});

const act = () =>
  ctx.db.transaction((tx) =>
    appendWithin(tx, COUNCIL_LOG, { kind: "tier.changed", actor: "system", subject: "x", details: {} }, new Date()),
  );
const acts = async (kind: string) => ctx.db.select().from(ledgerActs).where(eq(ledgerActs.kind, kind));
const council = () => readHead(ctx.db, COUNCIL_LOG);
const stopped = async () => guardOf(ctx.db, await council()).stopped?.reason;

describe("the guard at a start", () => {
  it("of new logs begins without an act", async () => {
    await openGuards(ctx);
    await act();
    await openGuards(ctx);
    expect(await acts("log.guard_adopted")).toEqual([]);
    expect(await stopped()).toBeUndefined();
  });

  it("adopts logs from before once, with an act of their sizes and roots, and again only if an operator says so", async () => {
    await act();
    await openGuards(ctx);
    const [adopted] = await acts("log.guard_adopted");
    expect(adopted).toMatchObject({
      actor: "system",
      subject: "logs",
      details: { anchors: { size: 0 }, council: { size: 1 } },
    });
    await openGuards(ctx);
    expect(await acts("log.guard_adopted")).toHaveLength(1);

    given.settings = { ...given.settings, GUARD: path.join(folder, "another") };
    await openGuards(ctx);
    expect(await stopped()).toMatch(/The guard is empty, although the log "council" had one before.*GUARD_ADOPT=1/);
    await expect(readCheckpoint(ctx, { log: COUNCIL_LOG })).rejects.toMatchObject({ kind: "unavailable" });
    await act();
    expect(await acts("log.guard_adopted")).toHaveLength(1);

    given.settings = { ...given.settings, GUARD_ADOPT: true };
    await openGuards(ctx);
    expect(await stopped()).toBeUndefined();
    expect(await acts("log.guard_adopted")).toHaveLength(2);
    expect(await readCheckpoint(ctx, { log: ANCHOR_LOG })).toContain("anchors");
  });

  it("that is empty may begin with logs that it witnessed only if an operator says so, or if each machine has its own", async () => {
    const mayBegin = async (more: Record<string, unknown>) => {
      given.settings = { ...given.settings, ...more };
      await openGuards(ctx);
      return mayBeginWith(ctx.db, witnessedName("ab"));
    };
    expect(await mayBegin({})).toBe(false);
    expect(await mayBegin({ GUARD_ADOPT: true })).toBe(true);
    expect(await mayBegin({ GUARD_ADOPT: false, GUARD: undefined, DATA_DIR: path.join(folder, "data") })).toBe(true);
    expect(await mayBegin({ DATABASE_URL: undefined })).toBe(false);
  });

  it("that several starts at once find empty is on record once", async () => {
    await act();
    await openGuards(ctx);
    const [first] = await acts("log.guard_adopted");
    await Promise.all([announceAdoption(ctx, first), announceAdoption(ctx, first)]);
    expect(await acts("log.guard_adopted")).toHaveLength(2);
  });

  it("of an instance beside others, which has its own by default, begins again on each machine", async () => {
    await act();
    for (const name of ["one", "other"]) {
      given.settings = { ...given.settings, GUARD: undefined, DATA_DIR: path.join(folder, name) };
      await openGuards(ctx);
      expect(await stopped()).toBeUndefined();
    }
    expect(await acts("log.guard_adopted")).toHaveLength(1);
  });

  it("says of a log that lost entries that nothing of it is signed, and the start goes on", async () => {
    await act();
    await act();
    await openGuards(ctx);
    // The database of a backup: with the same origin, and one act less.
    const { origin } = await council();
    await ctx.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`delete from ledger_payloads where log = 'council'`);
      await tx.execute(sql`delete from ledger_entries where log = 'council'`);
      await tx.execute(sql`update ledger_heads set size = 0, last_hash = null, subtrees = '' where origin = ${origin}`);
    });
    await openGuards(ctx);
    expect(await stopped()).toMatch(/It has 0 entries, but 3 were signed/);
    expect(guardOf(ctx.db, await readHead(ctx.db, ANCHOR_LOG)).stopped).toBeUndefined();
    await act();
    await expect(readCheckpoint(ctx, { log: COUNCIL_LOG })).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("that cannot be read or written is tried again later; nothing is signed meanwhile, and no act says that it began", async () => {
    await act();
    await writeFile(path.join(folder, "guard"), "");
    await expect(openGuards(ctx)).rejects.toThrow("The guard of the logs does not respond.");
    await openGuardsPatiently(ctx);
    await expect(readCheckpoint(ctx, { log: ANCHOR_LOG })).rejects.toMatchObject({ kind: "unavailable" });
    expect(await acts("log.guard_adopted")).toEqual([]);
    await rm(path.join(folder, "guard"));
    await openGuards(ctx);
    expect(await readCheckpoint(ctx, { log: ANCHOR_LOG })).toContain("anchors");
    expect(await acts("log.guard_adopted")).toHaveLength(1);
  });

  it("of a command must know the logs", async () => {
    await act();
    await expect(openGuards(ctx, settings(), false)).rejects.toThrow("Start the service first.");
    expect(await acts("log.guard_adopted")).toEqual([]);
  });

  it("is in a folder beside the data, unless a folder or a Redis is set", () => {
    expect(guardFolder({ GUARD: undefined, DATA_DIR: "/var/data/" })).toBe("/var/data.guard");
    expect(guardFolder({ GUARD: "/var/guard", DATA_DIR: "/var/data" })).toBe("/var/guard");
    expect(guardFolder({ GUARD: "redis://localhost:6380", DATA_DIR: "/var/data" })).toBeUndefined();
    expect(settings().GUARD).toBe(path.join(folder, "guard"));
  });
});

describe("LOG_ORIGIN", () => {
  it("is the name of the council's log, or the start stops", async () => {
    await assertOrigin(ctx);
    given.settings = { LOG_ORIGIN: (await council()).origin };
    await assertOrigin(ctx);
    given.settings = { LOG_ORIGIN: "federation-governance/another/council" };
    await expect(assertOrigin(ctx)).rejects.toThrow(/not the one in LOG_ORIGIN/);
  });

  it("with INIT=1 names in the first entry of new logs the ones that they replace", async () => {
    given.settings = { LOG_ORIGIN: "federation-governance/lost/council", INIT: true };
    await assertOrigin(ctx);
    await Promise.all([nameReplacedLogs(ctx), nameReplacedLogs(ctx)]);
    await assertOrigin(ctx);
    const [founded, ...others] = await acts("log.founded");
    expect(others).toEqual([]);
    expect(founded).toMatchObject({ seq: 1, details: { replaces: "federation-governance/lost/council" } });
    given.settings = { LOG_ORIGIN: "federation-governance/another/council", INIT: true };
    await expect(assertOrigin(ctx)).rejects.toThrow(/Check DATABASE_URL/);
  });
});
