import { beforeAll, expect, it, vi } from "vitest";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { ErrorBody } from "@/lib/http/errors";
import { send } from "@/lib/testing/routes";
import * as contract from "./contract";
import { originHash } from "./service/state";
import { ForeignLog } from "./testing/foreign";

const log = new ForeignLog(
  "log.test/routes",
  Array.from({ length: 20 }, (_, at) => `${at}`),
);
vi.stubEnv("WITNESS_LOGS", log.key.vkey);
const database = testDatabase();
beforeAll(() => ensureSigningKey(database(), undefined, new Date()));

const post = async (body: string, headers = {}) => {
  const response = await send(contract.addCheckpoint, { body, headers });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};
const TEXT = "text/plain; charset=utf-8";

it("a log that follows the specification gets its cosignatures, with each status where the specification has it", async () => {
  const first = await post(log.request(0, 8), { "content-type": "application/octet-stream" });
  expect(first).toMatchObject({ status: 200, type: TEXT, text: expect.stringMatching(/^— \S+\/witness \S+\n$/) });
  expect(await post(log.request(0, 9))).toEqual({ status: 409, type: "text/x.tlog.size", text: "8\n" });
  expect(await post(log.request(8, 20))).toMatchObject({ status: 200 });
  const params = { origin: originHash(log.key.name) };
  const kept = await send(contract.getWitnessedCheckpoint, { params });
  expect([kept.status, kept.headers.get("content-type")]).toEqual([200, TEXT]);
  expect((await kept.text()).startsWith(log.note(20))).toBe(true);
  const fork = new ForeignLog(log.key.name, ["another"]);
  for (const [status, body] of [
    [400, "old\n"],
    [404, new ForeignLog("log.test/stranger", ["x"]).request(0)],
    [403, fork.request(0)],
    [400, log.request(9, 20).replace("old 9", "old 21")],
    [422, log.request(8, 20).replace("old 8", "old 20")],
  ] as const) {
    const refused = await post(body);
    expect([body, refused.status, refused.type]).toEqual([body, status, "application/json"]);
    expect(ErrorBody.parse(JSON.parse(refused.text)).message).toMatch(/\.$/);
  }
});

it("a body that is too long, compressed or no UTF-8 is refused, and so is an unknown log of a monitor", async () => {
  const long = `— other.test/w ${Buffer.alloc(4 + 2_420, 7).toString("base64")}\n`.repeat(15);
  expect((await post(log.request(20).replace(/\n\n— /, `\n\n${long}— `))).status).toBe(200);
  expect((await post("x".repeat(60_000))).status).toBe(400);
  expect((await post("x".repeat(70_000))).status).toBe(413);
  expect((await post(log.request(20), { "content-encoding": "gzip" })).status).toBe(415);
  const bytes = await send(contract.addCheckpoint, { body: new Uint8Array([0xff, 0xfe]) });
  expect(bytes.status).toBe(400);
  expect((await send(contract.getWitnessedCheckpoint, { params: { origin: originHash("nobody") } })).status).toBe(404);
});
