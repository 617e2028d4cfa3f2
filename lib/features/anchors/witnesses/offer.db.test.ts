import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { failingContext } from "@/lib/features/witness/testing/failing-writes";
import { type Answer, ForeignWitness, isSignedBy, withSpareBits } from "@/lib/features/witness/testing/foreign";
import { settings } from "@/lib/foundation/env";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { fromHex } from "@/lib/ledger/bytes";
import { readCheckpoint } from "@/lib/ledger/checkpoint";
import { guardOf, setGuardStore } from "@/lib/ledger/guard/guard";
import { closedStore, memoryStore } from "@/lib/ledger/guard/guard-store";
import { readHead } from "@/lib/ledger/head";
import { verifyInclusion } from "@/lib/ledger/merkle";
import { sha256 } from "@/lib/ledger/sha256";
import { fetchExternal } from "@/lib/outgoing/request";
import { send } from "@/lib/testing/routes";
import * as anchors from "../contract";
import { listLogs } from "../service/list-logs";
import { anchor, anchorFixtures } from "../testing/fixtures";
import * as tiles from "../tiles/contract";
import { listWitnessTroubles } from "./service/describe";
import { offerDue } from "./service/offer";

const [one, two] = [new ForeignWitness("one.test/w", []), new ForeignWitness("two.test/w", [])];
const urls = await Promise.all([one, two].map((witness) => witness.listen()));
vi.stubEnv("WITNESSES", `${one.key.vkey} ${urls[0]}, ${two.key.vkey} ${urls[1]}/`);

const { database, operator } = anchorFixtures();
const ctx = () => systemContext(database());
let vkeys: string[];
beforeAll(async () => {
  const { logs } = await listLogs(ctx(), "https://federation.test");
  vkeys = logs.flatMap(({ verifier_keys }) => verifier_keys);
  for (const vkey of vkeys) for (const witness of [one, two]) witness.know(vkey);
});
afterAll(() => {
  for (const witness of [one, two]) witness.close();
});
beforeEach(() => {
  for (const witness of [one, two]) {
    witness.lie = undefined;
    witness.asked.length = 0;
  }
});

/** Makes all pauses end. */
async function passTime(seconds = 3_600): Promise<void> {
  const passed = sql.raw(`interval '${seconds} seconds'`);
  await database().execute(sql`update witnesses set next_at = now() - ${passed},
    troubles = (select coalesce(jsonb_object_agg(key, value || '{"againAt": 0}'), '{}') from jsonb_each(troubles))`);
  await database().execute(sql`update offered_checkpoints set offered_at = offered_at - ${passed}`);
  await database().execute(sql`update log_cosignatures set received_at = received_at - ${passed}`);
}

/** Lets a witness cosign the log that is due now. @param at 0 or 1 */
const offer = (at: number, last: typeof ANCHOR_LOG | typeof COUNCIL_LOG = COUNCIL_LOG, as = ctx()) => {
  const [witness] = settings().WITNESSES.slice(at);
  if (!witness) throw new Error("there is no such witness");
  const sendSoon: typeof fetchExternal = (url, options) =>
    fetchExternal(url, { ...options, deadlineMilliseconds: 300 });
  return offerDue(as, { witness, send: sendSoon, signal: new AbortController().signal, rest: async () => {} }, last);
};
const append = () => anchor(operator(), { payload: "more" });
/** Brings all witnesses up to date. */
async function settle(): Promise<void> {
  await append();
  await passTime();
  for (const at of [0, 1]) await offer(at);
}
const note = async (query = "") => (await send(anchors.getCheckpoint, { query })).text();
const logNote = async () => (await send(tiles.getLogCheckpoint, { params: { log: "anchors" } })).text();
const sizeIn = (text: string) => readCheckpoint(text)?.size;
const linesOf = (text: string) => text.split("\n\n")[1]?.trimEnd().split("\n") ?? [];
const size = async () => (await readHead(database(), ANCHOR_LOG)).tree.size;
const anchorsAsked = () => one.asked.filter(({ body }) => body.includes("/anchors\n")).length;
const described = async () => (await listLogs(ctx(), "https://federation.test")).logs[0];

describe("the witnesses of our logs", () => {
  it("cosign the same checkpoint, whose lines follow our own signature", async () => {
    await settle();
    expect([one.asked.length, two.asked.length]).toEqual([1, 1]);
    const text = await note();
    const [own = "", ...lines] = linesOf(text);
    const body = `${text.split("\n\n")[0]}\n`;
    expect(isSignedBy(vkeys[0] ?? "", body, own)).toBe(true);
    expect(lines).toHaveLength(2);
    for (const { key } of [one, two]) expect(lines.filter((line) => isSignedBy(key.vkey, body, line))).toHaveLength(1);
    expect(await logNote()).toBe(text);
    const log = await described();
    expect(log?.witnessed?.size).toBe(await size());
    expect(log?.witnesses.map(({ verifier_key, size: of, trouble }) => [verifier_key, of, trouble])).toEqual(
      [one, two].map(({ key }) => [key.vkey, log?.size, null]),
    );
  });

  it("cosign the council's log too, in turn", async () => {
    await append();
    await passTime();
    expect((await offer(0)).log).toBe(ANCHOR_LOG);
    await passTime(1);
    expect((await offer(0, ANCHOR_LOG)).log).toBe(COUNCIL_LOG);
    expect(one.states.get((await readHead(database(), COUNCIL_LOG)).origin)?.size).toBeGreaterThan(0);
  });

  it("do not delay what was appended later: /checkpoint has it, and the log's address the newest with a quorum", async () => {
    await settle();
    const witnessed = await note();
    const { body } = await append();
    expect(sizeIn(await note())).toBe(body["seq"]);
    expect(linesOf(await note())).toHaveLength(1);
    expect(await logNote()).toBe(witnessed);
    await passTime(5);
    await offer(0);
    expect(linesOf(await note())).toHaveLength(2);
    expect(await logNote()).toBe(witnessed);
    await passTime(1);
    await offer(1);
    expect(await logNote()).toBe(await note());
    expect(sizeIn(await logNote())).toBe(body["seq"]);
  });

  it("prove entries by the tlog-proof: by their checkpoint if the entry is in it, else by ours", async () => {
    await settle();
    const witnessed = await logNote();
    const proofOf = async (id: unknown) => (await send(anchors.getTlogProof, { params: { id: String(id) } })).text();
    const { body: later } = await append();
    const [first] = await database().execute<{ id: string; hash: Uint8Array }>(
      sql`select id, hash from ledger_entries where log = 'anchors' and seq = 1`,
    );
    const text = await proofOf(first?.id);
    const end = text.indexOf("\n\n");
    expect(text.slice(end + 2)).toBe(witnessed);
    const { size: of = 0, root = new Uint8Array() } = readCheckpoint(witnessed) ?? {};
    const path = text
      .slice(0, end)
      .split("\n")
      .slice(2)
      .map((hash) => new Uint8Array(Buffer.from(hash, "base64")));
    expect(verifyInclusion(sha256, { index: 0, size: of, leaf: first?.hash ?? new Uint8Array(), path, root })).toBe(
      true,
    );
    expect(linesOf((await proofOf(later["id"])).split("\n\n").slice(1).join("\n\n"))).toHaveLength(1);
    // The JSON form is as before.
    const proof = await (await send(anchors.proveAnchor, { params: { id: first?.id ?? "" } })).json();
    expect(linesOf(proof.receipt.checkpoint)).toHaveLength(1);
    expect(fromHex(proof.receipt.root_hash)).toHaveLength(32);
  });

  it("are asked again for a log that does not grow after ten minutes, not before, and never twice in a second", async () => {
    await settle();
    for (const seconds of [0, 5, 500]) {
      await passTime(seconds);
      await offer(0);
    }
    expect(anchorsAsked()).toBe(1);
    const before = (await described())?.witnesses[0]?.cosigned_at;
    await passTime(700);
    await offer(0);
    expect(anchorsAsked()).toBe(2);
    expect(one.asked.at(-1)?.body).toMatch(new RegExp(`^old ${await size()}\n\n`));
    expect(Date.parse((await described())?.witnesses[0]?.cosigned_at ?? "")).toBeGreaterThanOrEqual(
      Date.parse(before ?? ""),
    );
    const asked = one.asked.length;
    await append();
    expect(await offer(0)).toMatchObject({ seconds: 1 });
    expect(one.asked).toHaveLength(asked);
  });

  it("of two instances, one asks", async () => {
    await append();
    await passTime();
    await Promise.all([offer(0), offer(0), offer(0)]);
    expect(one.asked).toHaveLength(1);
  });

  it("leave only the newest cosignatures, and those of the newest quorum", async () => {
    await settle();
    const quorum = await size();
    for (let round = 0; round < 4; round += 1) {
      await append();
      await passTime();
      await offer(0);
    }
    const rows = await database().execute<{ witness: string; size: string }>(
      sql`select witness, size from log_cosignatures where log = 'anchors' order by size`,
    );
    expect(rows.map((row) => Number(row.size))).toEqual([quorum, quorum, quorum + 4]);
    expect(sizeIn(await logNote())).toBe(quorum);
  });

  it("get nothing that the guard has not accepted", async () => {
    await settle();
    await append();
    await passTime();
    const asked = one.asked.length;
    setGuardStore(database(), closedStore());
    await expect(offer(0)).rejects.toThrow("guard");
    expect(one.asked).toHaveLength(asked);
    setGuardStore(database(), memoryStore());
    await guardOf(database(), await readHead(database(), ANCHOR_LOG)).check();
    await passTime(1);
    await offer(0);
    expect(one.asked).toHaveLength(asked + 1);
  });
});

describe("when the database fails", () => {
  // It adds the witness, takes the lease, offers the checkpoint, stores the cosignature.
  const steps = ["adding", "taking", "offering", "storing"].flatMap((step, at) => [
    [step, "not done", at + 1] as const,
    [step, "done", at + 1] as const,
  ]);

  it.each(steps)("%s, %s: nothing wrong is shown, and the next pass goes on", async (_, what, nth) => {
    await settle();
    const before = await logNote();
    await append();
    await passTime();
    const asked = offer(0, COUNCIL_LOG, failingContext(ctx(), nth, what === "done"));
    await expect(asked).rejects.toThrow("connection lost");
    expect(await logNote()).toBe(before);
    const isCosigned = nth === 4 && what === "done";
    expect(linesOf(await note())).toHaveLength(isCosigned ? 2 : 1);
    // A lease that nobody ended does so by itself.
    await database().execute(sql`update witnesses set leased_until = least(leased_until, now())`);
    await passTime(1);
    for (const at of [0, 1]) await offer(at);
    expect(linesOf(await note())).toHaveLength(3);
    expect(await logNote()).toBe(await note());
  });
});

describe("a witness that knows another size", () => {
  it("is asked once more from the size that it names, a smaller or a larger one", async () => {
    await settle();
    const { origin } = await readHead(database(), ANCHOR_LOG);
    one.states.delete(origin);
    await settle();
    expect(one.asked.map(({ body }) => body.split("\n", 1)[0])).toEqual([
      expect.stringMatching(/^old \d+$/),
      expect.stringMatching(/^old \d+$/),
      "old 0",
    ]);
    expect((await described())?.witnesses[0]).toMatchObject({ size: await size(), trouble: null });
    // It cosigned a larger size of our log, and its answer was lost.
    one.lie = (body) => ({ ...one.addCheckpoint(body), status: 500 });
    await settle();
    one.lie = undefined;
    await settle();
    expect((await described())?.witnesses[0]).toMatchObject({ size: await size(), trouble: null });
  });

  it("which our log does not have yet: says that the log was rolled back or the witness is wrong", async () => {
    one.lie = () => ({ status: 409, body: "999999\n", headers: { "content-type": "text/x.tlog.size" } });
    await settle();
    const says =
      /It cosigned 999,999 entries of this log, which has \d+\. The log was rolled back, or the witness is wrong\./;
    expect((await described())?.witnesses[0]?.trouble).toMatch(says);
    expect(await listWitnessTroubles(ctx())).toEqual([expect.stringMatching(says)]);
    expect(one.asked).toHaveLength(1);
    one.lie = undefined;
    await settle();
    expect(await listWitnessTroubles(ctx())).toEqual([]);
  });

  it("which our log has, because a stranger gave it our newer checkpoint: no failure, and the present one is offered next", async () => {
    await settle();
    const error = vi.fn();
    const { log } = ctx();
    const as = { ...ctx(), log: Object.assign(Object.create(log), { error, warn: error }) };
    await append();
    await passTime();
    await offer(1);
    await append();
    const { origin, tree } = await readHead(database(), ANCHOR_LOG);
    one.states.set(origin, { size: tree.size, root: Buffer.from(tree.root()) });
    await passTime(1);
    await offer(0, COUNCIL_LOG, as);
    expect(await listWitnessTroubles(ctx())).toEqual([]);
    expect(error).not.toHaveBeenCalled();
    await passTime(2);
    await offer(0);
    expect((await described())?.witnesses[0]).toMatchObject({ size: tree.size, trouble: null });
  });
});

describe("a witness that", () => {
  const foreignKey = new ForeignWitness("one.test/w", []).key;
  const text = (body: string) => `${body.split("\n\n")[1]}\n`;
  const ok = (body: string): Answer => ({ status: 200, body });
  const future = Math.floor(Date.now() / 1_000) + 3_600;
  const lies: [string, ForeignWitness["lie"]][] = [
    ["hangs", () => "nothing"],
    ["closes the connection", (_, response) => (response.socket?.destroy() ? "nothing" : undefined)],
    ["signs with another key", (body) => ok(foreignKey.line(text(body)))],
    ["signs another text", (body) => ok(one.key.line(text(body).replace(/\n\d+\n/, "\n1\n")))],
    ["signs for the future", (body) => ok(one.key.line(text(body), future))],
    ["signs without a time", (body) => ok(one.key.line(text(body), 0))],
    ["signs in a base64 that some programs refuse", (body) => ok(withSpareBits(one.key.line(text(body))))],
    ["answers garbage", () => ok("— one.test/w AAAA\n\0\n— — —\n")],
    ["answers nothing", () => ok("")],
    ["answers a huge body", () => ok("— one.test/w ".repeat(100_000))],
    ["redirects", () => ({ status: 307, headers: { location: urls[1] ?? "" } })],
    ["redirects with 303", () => ({ status: 303, headers: { location: urls[1] ?? "" } })],
    ["names no size", () => ({ status: 409, body: "many\n", headers: { "content-type": "text/x.tlog.size" } })],
    ["answers 409 without a size", () => ({ status: 409, body: "5\n" })],
    [
      "names another size each time",
      () => ({ status: 409, body: "1\n", headers: { "content-type": "text/x.tlog.size" } }),
    ],
    ["does not know the log", () => ({ status: 404 })],
    ["refuses our signature", () => ({ status: 403 })],
    ["refuses our proof", () => ({ status: 422 })],
    ["fails", () => ({ status: 500 })],
  ];

  it.each(lies)("%s: has no cosignature and a reason, and the others go on", async (_, lie) => {
    await settle();
    const witnessed = (await described())?.witnesses[0]?.size;
    one.lie = lie;
    const { status } = await append();
    expect(status).toBe(201);
    await passTime();
    await Promise.all([offer(0), offer(1)]);
    const log = await described();
    expect(log?.witnesses[0]).toMatchObject({ size: witnessed, trouble: expect.stringMatching(/\.$/) });
    expect(log?.witnesses[1]).toMatchObject({ size: await size(), trouble: null });
    expect(log?.witnessed?.size).toBe(witnessed);
    expect(linesOf(await note())).toHaveLength(2);
    // It is asked again after a pause only.
    const asked = anchorsAsked();
    await database().execute(sql`update witnesses set next_at = now()`);
    await offer(0);
    expect(anchorsAsked()).toBe(asked);
    one.lie = undefined;
    await settle();
    expect((await described())?.witnesses[0]).toMatchObject({ size: await size(), trouble: null });
  });

  it("asks for a pause is left alone that long, for both logs", async () => {
    one.lie = () => ({ status: 429, headers: { "retry-after": "120" } });
    await settle();
    const [row] = await database().execute<{ seconds: number }>(
      sql`select extract(epoch from next_at - now())::float8 as seconds from witnesses where witness = ${one.key.vkey}`,
    );
    expect(row?.seconds).toBeGreaterThan(100);
    expect(row?.seconds).toBeLessThanOrEqual(120);
    expect((await offer(0)).seconds).toBeGreaterThanOrEqual(1);
    expect(one.asked).toHaveLength(1);
  });
});
