import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey, listKeys } from "@/lib/authority/keys";
import { witnessedLogs } from "@/lib/database/schema/witness";
import { testDatabase } from "@/lib/database/testing/test-database";
import { parseVerifierKey, type VerifierKey } from "@/lib/foundation/verifier-key";
import { checkpointKeys, openCheckpoint, verifyEd25519 } from "@/lib/ledger/checkpoint";
import { folderStore } from "@/lib/ledger/guard/folder-store";
import { setGuardStore } from "@/lib/ledger/guard/guard";
import { closedStore, type GuardStore } from "@/lib/ledger/guard/guard-store";
import { redisStore } from "@/lib/ledger/guard/redis-store";
import { sha256 } from "@/lib/ledger/sha256";
import { addCheckpoint, readWitnessed } from "./service/add-checkpoint";
import { listWitnessKeys } from "./service/identity";
import { originHash } from "./service/state";
import { failingContext } from "./testing/failing-writes";
import { ForeignLog, isSignedBy, NamedKey, treeHash, withSpareBits } from "./testing/foreign";

const database = testDatabase();
const ENTRIES = Array.from({ length: 40 }, (_, at) => `entry ${at}`);
let ctx: Context;
let folder: string;
let store: GuardStore;
let log: ForeignLog;
let vkey: string;
beforeAll(async () => {
  ctx = systemContext(database());
  await ensureSigningKey(database(), undefined, new Date());
  [vkey = ""] = await listWitnessKeys(ctx);
  folder = await mkdtemp(path.join(tmpdir(), "witness-guard-"));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  store = folderStore(folder, false);
  setGuardStore(database(), store);
  const { close } = store;
  log = new ForeignLog(`log.test/${randomBytes(6).toString("hex")}`, ENTRIES);
  return close;
});

const known = (of = log): VerifierKey[] => [parseVerifierKey(of.key.vkey, "log")].flatMap((key) => key ?? []);
async function ask(body: string, keys = known()) {
  try {
    return await addCheckpoint(ctx, body, { WITNESS_LOGS: keys });
  } catch (error) {
    return { status: (error as { kind?: string }).kind, body: String(error) };
  }
}
const statusOf = async (body: string, keys = known()) => (await ask(body, keys)).status;
const stateOf = async () =>
  (await database().select().from(witnessedLogs).where(eq(witnessedLogs.origin, log.key.name)))[0];
/** Brings the database's state of the log back, as a backup does. */
const restore = (row: Awaited<ReturnType<typeof stateOf>>) =>
  row === undefined
    ? database().delete(witnessedLogs).where(eq(witnessedLogs.origin, log.key.name))
    : database().update(witnessedLogs).set(row).where(eq(witnessedLogs.origin, log.key.name));
/** Makes another log of the same origin and key, which differs from an entry on. */
function fork(from: number): ForeignLog {
  const other = new ForeignLog(log.key.name, [...ENTRIES.slice(0, from), ...ENTRIES.slice(from).map((e) => `${e}!`)]);
  Object.assign(other, { key: log.key });
  return other;
}

describe("add-checkpoint of a log that only grows", () => {
  it("cosigns the first checkpoint, a larger one with a proof, and the same one again", async () => {
    for (const [old, size] of [
      [0, 7],
      [7, 8],
      [8, 40],
      [40, 40],
    ] as const) {
      const { status, body } = await ask(log.request(old, size));
      expect([old, status]).toEqual([old, 200]);
      expect(body.endsWith("\n")).toBe(true);
      expect(isSignedBy(vkey, log.text(size), body.trimEnd())).toBe(true);
      expect(isSignedBy(vkey, log.text(size - 1), body.trimEnd())).toBe(false);
      const kept = await readWitnessed(ctx, { origin: originHash(log.key.name) }, { WITNESS_LOGS: known() });
      expect(kept).toBe(`${log.note(size)}${body}`);
    }
  });

  it("cosigns an empty log, and its first entries after it", async () => {
    expect(await statusOf(log.request(0, 0))).toBe(200);
    expect(await statusOf(log.request(0, 3))).toBe(200);
  });

  it("has a separate key, which signs no checkpoint of our logs", async () => {
    const { body } = await ask(log.request(0, 5));
    const { keys } = await listKeys(ctx);
    const own = keys.filter(({ purposes }) => purposes.includes("witness"));
    expect(own.map(({ purposes }) => purposes)).toEqual([["witness"]]);
    expect(checkpointKeys(keys).map(({ raw }) => `${raw}`)).not.toContain(`${parseVerifierKey(vkey, "witness")?.raw}`);
    const raw = parseVerifierKey(vkey, "witness")?.raw ?? new Uint8Array(32);
    const [name = ""] = vkey.split("+");
    // Even if somebody took it for a key of a log, its signature is one on other bytes, with another id.
    const note = `${log.text(5).replace(log.key.name, name)}\n${body}`;
    expect(await openCheckpoint(note, { origin: name, keys: [{ raw }] }, { sha256, verify: verifyEd25519 })).toBeNull();
  });
});

describe("add-checkpoint refuses", () => {
  it("a malformed body: 400", async () => {
    const good = log.request(0, 5);
    const [head = "", note = ""] = good.split(/\n\n(.*)/s);
    const bodies = [
      ...["", "old 0\n", "old 00\n\n", note, `old 0\n${note}`, good.replace("old 0", "old -1"), good.trimEnd()],
      ...[
        `${head}\nnot base64\n\n${note}`,
        `${head}\n${"A".repeat(43)}\n\n${note}`,
        good.replace("old 0\n", "old 0\r\n"),
      ],
      ...[good.replace("\n5\n", "\n05\n"), good.replace("\n5\n", "\n5\u0001\n"), good.replace("— ", "- "), `${good}\n`],
      `old 0\n${`${"A".repeat(43)}=\n`.repeat(64)}\n${note}`,
      good.replace("old 0", "old 99999999999999999"),
      withSpareBits(good),
    ];
    for (const body of bodies) expect([body, await statusOf(body)]).toEqual([body, "invalid"]);
    expect(await stateOf()).toBeUndefined();
  });

  it("more than 32 signatures: 400; of a repeated one, one line is kept", async () => {
    const line = log.key.line(log.text(5));
    expect(await statusOf(`old 0\n\n${log.text(5)}\n${line.repeat(33)}`)).toBe("invalid");
    const { body } = await ask(`old 0\n\n${log.text(5)}\n${line.repeat(32)}`);
    const kept = await readWitnessed(ctx, { origin: originHash(log.key.name) }, { WITNESS_LOGS: known() });
    expect(kept).toBe(`${log.note(5)}${body}`);
  });

  it("no note of 16 signatures, 15 of them as long as those of ML-DSA-44", async () => {
    const long = `— other.test/w ${Buffer.alloc(4 + 2_420, 7).toString("base64")}\n`;
    expect(await statusOf(`old 0\n\n${log.text(5)}\n${long.repeat(15)}${log.key.line(log.text(5))}`)).toBe(200);
  });

  it("a log that it does not know: 404; a checkpoint without a good signature of a key that it knows: 403", async () => {
    expect(await statusOf(log.request(0, 5), [])).toBe("notFound");
    const stranger = new ForeignLog(log.key.name, ENTRIES);
    expect(await statusOf(stranger.request(0, 5))).toBe("forbidden");
    const { key } = log;
    const wrong = `${log.text(5)}\n${key.line(log.text(6))}`;
    expect(await statusOf(`old 0\n\n${wrong}`)).toBe("forbidden");
    // A wrong signature of a known key beside a good one is a malformed note.
    expect(await statusOf(`old 0\n\n${log.note(5)}${key.line(log.text(6))}`)).toBe("forbidden");
    // Signatures of other keys and other kinds are ignored.
    const others = `${new NamedKey(key.name, 1).line(log.text(5))}${new NamedKey("w", 4).line(log.text(5))}`;
    expect(await statusOf(`old 0\n\n${log.text(5)}\n${others}${key.line(log.text(5))}`)).toBe(200);
  });

  it("an old size above the new one: 400; one that it did not cosign last: 409 with that size", async () => {
    expect(await statusOf(log.request(0, 9))).toBe(200);
    expect(await statusOf(log.request(9, 9).replace("old 9", "old 10"))).toBe("invalid");
    for (const body of [log.request(0, 9), log.request(0, 20), log.request(8, 20), log.request(10, 20)]) {
      expect(await ask(body)).toEqual({ status: 409, body: "9\n" });
    }
    // An old checkpoint, as somebody who recorded it can send it again.
    expect(await ask(log.request(5, 9))).toEqual({ status: 409, body: "9\n" });
    expect((await stateOf())?.size).toBe(9);
  });

  it("a fork, a wrong proof, a proof where none belongs, a changed root: 422", async () => {
    expect(await statusOf(log.request(0, 12))).toBe(200);
    for (const other of [fork(3), fork(11)]) {
      expect(await statusOf(other.request(12, 30))).toBe("conflict");
      expect(await statusOf(other.request(12, 12))).toBe("conflict");
    }
    const lines = log.proof(12, 30).map((hash) => `${hash.toString("base64")}\n`);
    const note = log.note(30);
    for (const proof of [lines.slice(1), lines.toReversed(), [...lines, ...lines.slice(0, 1)], []]) {
      expect(await statusOf(`old 12\n${proof.join("")}\n${note}`)).toBe("conflict");
    }
    expect(await statusOf(`old 12\n${lines[0]}\n${log.note(12)}`)).toBe("conflict");
    expect(await statusOf(`old 12\n${lines.join("")}\n${note}`)).toBe(200);
    log = new ForeignLog("log.test/new", ENTRIES);
    expect(await statusOf(log.request(0, 5).replace("old 0\n", `old 0\n${lines[0]}`))).toBe("conflict");
    const filled = log.text(0).replace(treeHash([]).toString("base64"), treeHash(log.leaves).toString("base64"));
    expect(await statusOf(`old 0\n\n${filled}\n${log.key.line(filled)}`)).toBe("conflict");
  });
});

describe("two requests at a time", () => {
  it("of one log: exactly one is cosigned, and the other is told its size", async () => {
    expect(await statusOf(log.request(0, 4))).toBe(200);
    const answers = await Promise.all([
      ask(log.request(4, 10)),
      ask(fork(6).request(4, 12)),
      ask(fork(5).request(4, 14)),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const { size } = (await stateOf()) ?? { size: 0 };
    for (const { status, body } of answers) if (status === 409) expect(body).toBe(`${size}\n`);
    const states = await store.read(`witness:${originHash(log.key.name)}`);
    expect(states.map((state) => state.size)).toEqual([size]);
  });

  it("of the first checkpoint too", async () => {
    const answers = await Promise.all([3, 5, 9].map((size) => ask(log.request(0, size))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

const stores: [string, () => GuardStore][] = [["a folder", () => folderStore(folder, true)]];
const redis = process.env["TEST_REDIS_URL"];
if (redis !== undefined) stores.push(["a Redis", () => redisStore(redis)]);

describe.each(stores)("with the guard in %s", (_, open) => {
  beforeEach(() => {
    store = open();
    setGuardStore(database(), store);
    return () => store.close();
  });

  it("a restored backup heals itself: the guard's size is told, and a fork of it is refused", async () => {
    expect(await statusOf(log.request(0, 6))).toBe(200);
    const backup = await stateOf();
    expect(await statusOf(log.request(6, 18))).toBe(200);
    for (const before of [backup, undefined]) {
      await restore(before);
      expect(await ask(fork(10).request(6, 20))).toEqual({ status: 409, body: "18\n" });
      expect(await statusOf(fork(10).request(18, 20))).toBe("conflict");
    }
    expect(await statusOf(log.request(18, 25))).toBe(200);
    expect((await stateOf())?.size).toBe(25);
  });

  it("a lost guard is no loss while the database knows the state", async () => {
    expect(await statusOf(log.request(0, 6))).toBe(200);
    const empty = folderStore(path.join(folder, "new"), false);
    setGuardStore(database(), empty);
    expect(await statusOf(fork(2).request(6, 9))).toBe("conflict");
    expect(await ask(log.request(0, 9))).toEqual({ status: 409, body: "6\n" });
    expect(await statusOf(log.request(6, 9))).toBe(200);
    empty.close();
  });

  it("two roots of one size, one in the database and one in the guard, end all cosigning of that log", async () => {
    expect(await statusOf(log.request(0, 6))).toBe(200);
    await restore({ origin: log.key.name, size: 6, root: treeHash(fork(2).leaves.slice(0, 6)), note: null });
    expect(await statusOf(log.request(6, 9))).toBe("unavailable");
    expect(await statusOf(fork(2).request(6, 9))).toBe("unavailable");
  });

  it("an empty guard of a log that was cosigned: nothing more is, until an operator lets it begin again", async () => {
    expect(await statusOf(log.request(0, 6))).toBe(200);
    const empty = folderStore(path.join(folder, "lost"), false);
    setGuardStore(database(), empty, () => false);
    expect(await statusOf(log.request(6, 9))).toBe("unavailable");
    expect((await stateOf())?.size).toBe(6);
    setGuardStore(database(), store, () => false);
    expect(await statusOf(log.request(6, 9))).toBe(200);
    setGuardStore(database(), empty, () => true);
    expect(await statusOf(log.request(9, 12))).toBe(200);
    setGuardStore(database(), empty, () => false);
    expect(await statusOf(log.request(12, 14))).toBe(200);
    empty.close();
  });

  it.each([1, 2])(
    "a database that steps back between two requests lets no fork through, after read %d of the guard",
    async (nth) => {
      expect(await statusOf(log.request(0, 6))).toBe(200);
      const before = await stateOf();
      const inner = store;
      let reads = 0;
      setGuardStore(database(), {
        ...inner,
        read: async (name) => {
          reads += 1;
          if (reads !== nth) return inner.read(name);
          const states = nth === 1 ? await inner.read(name) : [];
          const stepped = await stateOf();
          await restore(before);
          setGuardStore(database(), inner);
          expect(await statusOf(log.request(6, 12))).toBe(200);
          await restore(nth === 1 ? before : stepped);
          return nth === 1 ? states : inner.read(name);
        },
      });
      const refused = await ask(fork(8).request(6, 20));
      expect(refused.status).toBe("unavailable");
      expect(refused.body).not.toContain("—");
      expect(await ask(fork(8).request(20, 25))).toEqual({ status: 409, body: "12\n" });
      expect(await statusOf(fork(8).request(12, 25))).toBe("conflict");
      expect(await statusOf(log.request(12, 25))).toBe(200);
    },
  );

  const steps = ["reads it", "reads it again", "stores", "reads it last"] as const;
  const outcomes = steps.flatMap((step) => [[step, "done"] as const, [step, "not done"] as const]);
  it.each(outcomes)(
    "when the guard fails as it %s, %s: 503, no cosignature, and no fork afterwards",
    async (step, what) => {
      expect(await statusOf(log.request(0, 6))).toBe(200);
      const inner = store;
      let reads = 0;
      const fail = async <T>(isNow: boolean, access: () => Promise<T>): Promise<T> => {
        if (!isNow) return access();
        if (what === "done") await access();
        throw new Error("gone");
      };
      setGuardStore(database(), {
        ...inner,
        read: (name) => {
          reads += 1;
          return fail(step === (["reads it", "reads it again"][reads - 1] ?? "reads it last"), () => inner.read(name));
        },
        advance: (...all) => fail(step === "stores", () => inner.advance(...all)),
      });
      const refused = await ask(log.request(6, 12));
      expect(refused.status).toBe("unavailable");
      expect(refused.body).not.toContain("—");
      expect(await readWitnessed(ctx, { origin: originHash(log.key.name) }, { WITNESS_LOGS: known() })).toContain(
        "\n6\n",
      );
      setGuardStore(database(), inner);
      // Whatever was stored, the log goes on from it, and nothing else does.
      const told = await ask(fork(8).request(0, 1));
      const { size } = { size: Number(told.body) };
      expect([6, 12]).toContain(size);
      if (size === 12) expect(await statusOf(fork(8).request(12, 20))).toBe("conflict");
      expect(await statusOf(log.request(size, 20))).toBe(200);
      expect(await statusOf(fork(8).request(20, 20))).toBe("conflict");
    },
  );

  it("that does not respond: nothing is cosigned, and nothing is stored", async () => {
    setGuardStore(database(), closedStore());
    expect(await statusOf(log.request(0, 6))).toBe("unavailable");
    expect(await stateOf()).toBeUndefined();
  });
});

describe("when the database fails", () => {
  it.each([
    ["the state", "done", 1],
    ["the state", "not done", 1],
    ["the cosigned checkpoint", "done", 2],
    ["the cosigned checkpoint", "not done", 2],
  ] as const)("as it stores %s, %s: no cosignature, and no fork afterwards", async (_, what, nth) => {
    expect(await statusOf(log.request(0, 6))).toBe(200);
    const asked = addCheckpoint(failingContext(ctx, nth, what === "done"), log.request(6, 12), {
      WITNESS_LOGS: known(),
    });
    await expect(asked).rejects.toThrow("connection lost");
    const size = Number((await ask(log.request(0, 1))).body);
    expect(size).toBe(nth === 1 && what === "not done" ? 6 : 12);
    expect(await statusOf(fork(8).request(size, 20))).toBe(size === 6 ? 200 : "conflict");
  });
});
