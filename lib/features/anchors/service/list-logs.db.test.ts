import { createHash, createPublicKey, verify } from "node:crypto";
import { expect, it } from "vitest";
import { describeAgent } from "@/lib/features/status/contract";
import { send } from "@/lib/testing/routes";
import * as contract from "../contract";
import { LogList } from "../schema";
import { anchor, anchorFixtures } from "../testing/fixtures";

const { operator } = anchorFixtures();

/** Verifies a note as a tool does that has only the verifier key (C2SP signed-note). */
function opens(note: string, verifierKey: string): boolean {
  const [name = "", id = "", ...encoded] = verifierKey.split("+");
  const key = Buffer.from(encoded.join("+"), "base64");
  const hash = createHash("sha256").update(`${name}\n`).update(key).digest();
  if (hash.subarray(0, 4).toString("hex") !== id || key[0] !== 1) return false;
  const [text = "", signatures = ""] = note.split("\n\n");
  const [, signer, signed = ""] = /^— (\S+) (\S+)$/m.exec(signatures) ?? [];
  const bytes = Buffer.from(signed, "base64");
  const x = key.subarray(1).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const isOfKey = signer === name && bytes.subarray(0, 4).toString("hex") === id;
  return isOfKey && verify(null, Buffer.from(`${text}\n`), publicKey, bytes.subarray(4));
}

const headers = { host: "203.0.113.7" };
const listed = async () => LogList.strict().parse(await (await send(contract.listLogs, { headers })).json());

it("each log has its size, its newest time, and the address of its tiles", async () => {
  const { body } = await anchor(operator(), { payload: "newest" });
  const [anchors, council] = (await listed()).logs;
  expect(anchors).toMatchObject({
    ...{ url: "http://203.0.113.7/log/anchors", size: body["seq"], last_entry_at: body["created_at"] },
  });
  expect(council?.url).toBe("http://203.0.113.7/log/council");
});

it("the description of the service has the same logs, with their keys", async () => {
  const { logs = [] } = await (await send(describeAgent, { headers })).json();
  const keys = (await listed()).logs.map(({ log, origin, url, verifier_keys }) => ({
    log,
    origin,
    url,
    verifier_keys,
  }));
  expect(logs).toEqual(keys);
});

it("each log has the verifier key of its checkpoints, which is no key of the other log", async () => {
  await anchor(operator(), { payload: "one" });
  const { logs } = await listed();
  expect(logs.map(({ log }) => log)).toEqual(["anchors", "council"]);
  for (const { log, origin, verifier_keys } of logs) {
    expect(verifier_keys).toHaveLength(1);
    const note = await (await send(contract.getCheckpoint, { query: `log=${log}` })).text();
    expect(note.split("\n")[0]).toBe(origin);
    expect(logs.map((each) => opens(note, each.verifier_keys[0] ?? ""))).toEqual(logs.map((each) => each.log === log));
    expect(opens(note.replace(/\n\d+\n/, "\n999\n"), verifier_keys[0] ?? "")).toBe(false);
  }
});
