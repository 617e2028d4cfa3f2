import { generateKeyPairSync, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { strFromU8, strToU8 } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSigningKey, listKeys, type SigningKey, signingKeyOf } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { listLogs } from "@/lib/features/anchors/service/list-logs";
import { replyFixtures } from "@/lib/features/replies/testing/fixtures";
import { statementKey } from "@/lib/features/trust/service/statements";
import { runScript } from "@/lib/testing/run-script";
import {
  type Files,
  jsonFile,
  jsonIn,
  packChecker,
  packed,
  packOf,
  signedAgain,
  unpacked,
  withSums,
} from "../testing/packs";

const { ctx, accused, reply, decide, move } = replyFixtures(testDatabase());
const { check, fileOf } = packChecker();

let pack: Buffer;
let files: Files;
let jwks: string;
let signer: SigningKey;
/** The paths of an incident, its opening act and its seal's anchor, of an audit and of a reply. */
let incident: string;
let opening: string;
let anchor: string;
let audit: string;
let disputed: string;
beforeAll(async () => {
  await ensureSigningKey(ctx().db, undefined, new Date());
  const { did, token, operating, id } = await accused();
  await reply(id, token);
  await decide(id, did, "upheld", operating);
  await move(id, "RESOLVED", operating);
  await move(id, "EXPORTED", operating);
  pack = await packOf({ ...ctx(), caller: { kind: "anonymous" } }, { did });
  files = unpacked(pack);
  jwks = fileOf("jwks.json", JSON.stringify(await listKeys(ctx())));
  signer = await statementKey(ctx());
  incident = `incidents/${id}.json`;
  const { timeline, seal } = jsonIn(files, incident);
  opening = `acts/${timeline[0].seq}.json`;
  anchor = `anchors/${seal.anchor_seq}.json`;
  audit = Object.keys(files).find((name) => name.startsWith("audits/")) ?? "";
  disputed = `replies/incident-${id}.json`;
});

const checked = async (changed: Files) => check(await packed(changed), "--keys", jwks);
/** A pack whose file says something else, signed by the service itself. */
const signedWith = (name: string, change: (content: Record<string, unknown>) => object) =>
  checked(signedAgain({ ...files, [name]: jsonFile(change(jsonIn(files, name))) }, signer));
const notWhole = (why: RegExp) => ({
  code: 1,
  verdict: expect.stringMatching(new RegExp(`^NOT WHOLE: .*${why.source}`)),
});

describe("a whole pack", () => {
  it("is found whole with the service's keys, also after it was packed again by the same format", async () => {
    expect(await check(pack, "--keys", jwks)).toMatchObject({ code: 0, verdict: expect.stringMatching(/^OK: /) });
    expect((await checked(files)).code).toBe(0);
    expect((await checked(signedAgain(files, signer))).code).toBe(0);
  });

  it("only agrees with itself without keys; keys of the logs alone leave open who stated the rest", async () => {
    const alone = await check(pack);
    expect(alone).toMatchObject({
      code: 2,
      verdict: expect.stringMatching(/^NOT CHECKED: the pack agrees with itself/),
    });
    expect(alone.states).toEqual((await check(pack, "--keys", jwks)).states);
    const { logs } = await listLogs(ctx(), "https://a.test");
    const keys = logs.flatMap(({ verifier_keys }) => verifier_keys.flatMap((key) => ["--key", key]));
    const { code, verdict } = await check(pack, ...keys);
    expect([code, verdict]).toEqual([2, expect.stringMatching(/^NOT CHECKED: who stated the rest/)]);
    expect((await check(pack, ...keys, "--keys", jwks)).code).toBe(0);
  });

  it("is not taken with keys of another service", async () => {
    const { published } = await signingKeyOf(generateKeyPairSync("ed25519").privateKey, "statement");
    const others = fileOf("others.json", JSON.stringify({ keys: [published] }));
    expect(await check(pack, "--keys", others)).toMatchObject(notWhole(/signed by none of the keys/));
  });

  it("is checked by the program as people run it: a line for each file, and the verdict last", async () => {
    const script = path.resolve("public/evidence/audit.mjs");
    const { code, said } = await runScript(script, ".", [fileOf("whole.zip", pack), "--keys", jwks]);
    expect(code).toBe(0);
    expect(said).toContain(`proven       ${incident}\n`);
    expect(said).toContain(`only stated  ${disputed}\n`);
    expect(said.trimEnd().split("\n").at(-1)).toMatch(/^OK: /);
    expect(await runScript(script, ".", [fileOf("whole.zip", pack), "--state", "x"])).toMatchObject({ code: 2 });
  });
});

describe("a changed byte is found", () => {
  it("in every file, at its beginning, its end and a place in between", async () => {
    for (const [name, bytes] of Object.entries(files)) {
      for (const at of [0, randomInt(bytes.length), bytes.length - 1]) {
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        const { code, verdict } = await checked({ ...files, [name]: changed });
        expect([code, verdict], `${name} at ${at}`).toEqual([1, expect.stringMatching(/^NOT WHOLE: /)]);
      }
    }
  });

  it("in every file, also if the sums were made again", async () => {
    for (const [name, bytes] of Object.entries(files)) {
      if (name === "SHA256SUMS" || name === "statement.json") continue;
      const { code } = await checked(withSums({ ...files, [name]: Uint8Array.from([...bytes, 10]) }));
      expect(code, name).toBe(1);
    }
  });

  it("in the zip itself, unless the files are the same", async () => {
    const places = [...Array(200)].map(() => randomInt(pack.length));
    for (const at of [...places, pack.length - 1, pack.length - 22, 4, 10, 12]) {
      const changed = Buffer.from(pack);
      changed[at] = (changed[at] ?? 0) ^ (1 << randomInt(8));
      const { code } = await check(changed, "--keys", jwks);
      // The last bits of a compressed file mean nothing.
      if (code === 0) expect(unpacked(changed), String(at)).toEqual(files);
      else expect(code, String(at)).toBe(1);
    }
  });
});

describe("a pack is NOT WHOLE", () => {
  it("if a file is missing, added or in another place", async () => {
    for (const name of Object.keys(files)) {
      const { [name]: _, ...fewer } = files;
      expect((await checked(fewer)).code, name).toBe(1);
      if (name !== "statement.json") expect((await checked(withSums(fewer))).code, name).toBe(1);
    }
    expect((await checked({ ...files, "more.json": jsonFile({}) })).code).toBe(1);
    expect((await checked(withSums({ "more.json": jsonFile({}), ...files }))).code).toBe(1);
  });

  it("if anybody else signed it, with the own key in keys.json", async () => {
    const forger = await signingKeyOf(generateKeyPairSync("ed25519").privateKey, "statement");
    const keys = jsonFile({ keys: [...jsonIn(files, "keys.json").keys, forger.published] });
    const forged = signedAgain({ ...files, "agent.json": jsonFile({ name: "Forged" }), "keys.json": keys }, forger);
    expect(await checked(forged)).toMatchObject(notWhole(/the statement is signed by none of the keys/));
    expect((await check(await packed(forged))).code).toBe(2);
  });

  it("if the service itself states something else than the log committed to", async () => {
    const otherwise = /does not say the same as acts/;
    expect(await signedWith(audit, (said) => ({ ...said, verdict: "fail" }))).toMatchObject(notWhole(otherwise));
    expect(await signedWith(audit, (said) => ({ ...said, findings: ["x"] }))).toMatchObject(notWhole(otherwise));
    expect(await signedWith(incident, (said) => ({ ...said, title: "Another" }))).toMatchObject(notWhole(otherwise));
    expect(
      await signedWith(incident, (said) => ({ ...said, affected: [...(said["affected"] as []), { did: "did:x:y" }] })),
    ).toMatchObject(notWhole(otherwise));
    expect(
      await signedWith(disputed, (said) => ({ ...said, decision: { ...(said["decision"] as object), reason: "No." } })),
    ).toMatchObject(notWhole(otherwise));
    expect(
      await signedWith(incident, (said) => ({ ...said, seal: { ...(said["seal"] as object), salt: "00" } })),
    ).toMatchObject(notWhole(/does not say the same as anchors/));
  });

  it("if an act has other content, another place or another proof", async () => {
    for (const name of [opening, anchor]) {
      expect(await signedWith(name, (said) => ({ ...said, did: "operator:abcdefgh" }))).toMatchObject(
        notWhole(/its content is not what/),
      );
      expect(
        await signedWith(name, ({ entry, ...said }) => ({ ...said, entry: { ...(entry as object), seq: 99 } })),
      ).toMatchObject(notWhole(/it is another entry/));
      expect(
        await signedWith(name, ({ entry, ...said }) => ({
          ...said,
          entry: { ...(entry as object), created_at: "2026-01-01T00:00:00.000Z" },
        })),
      ).toMatchObject(notWhole(/its hash is not that/));
      expect(
        await signedWith(name, ({ receipt, ...said }) => ({
          ...said,
          receipt: { ...(receipt as object), inclusion_path: ["00".repeat(32)] },
        })),
      ).toMatchObject(notWhole(/does not lead to the root/));
    }
    expect(
      await signedWith(opening, ({ act, ...said }) => ({ ...said, act: { ...(act as object), details: {} } })),
    ).toMatchObject(notWhole(/it shows something else/));
  });

  it("and an act without its content proves nothing: its record is only stated, or erased if the act is", async () => {
    const bare = (
      { did: _, kind: __, payload: ___, salt: ____, act, ...said }: Record<string, unknown>,
      content: string,
    ) => ({ ...said, act: { ...(act as object), content } });
    const stated = await signedWith(opening, (said) => bare(said, "private"));
    expect([stated.states[opening], stated.states[incident]]).toEqual(["only stated", "only stated"]);
    const erased = await signedWith(opening, (said) => bare(said, "redacted"));
    expect([erased.states[opening], erased.states[incident]]).toEqual(["erased", "erased"]);
    expect((await signedWith(opening, (said) => bare(said, "public"))).code).toBe(1);
  });
});

describe("a hostile zip", () => {
  it("with a bomb, a path out of its folder, two files of one name or a second list is refused", async () => {
    const bomb = await packed({ "a.json": new Uint8Array(300 * 2 ** 20) });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await check(bomb)).toMatchObject({ code: 2, verdict: expect.stringContaining("more than") });
    const lying = Buffer.from(bomb);
    // The size in the list and in the descriptor before it: both say 10 bytes.
    const list = lying.readUInt32LE(lying.length - 6);
    lying.writeUInt32LE(10, list + 24);
    lying.writeUInt32LE(10, list - 4);
    expect(await check(lying)).toMatchObject(notWhole(/damaged a.json/));
    for (const name of ["../a.json", "/a.json", "a/b/c.json", "a\\b.json", "a\u001b[2J.json", ".a"]) {
      expect(await check(await packed({ [name]: strToU8("{}") })), name).toMatchObject(notWhole(/a wrong name/));
    }
    expect((await check(Buffer.concat([pack, pack]))).code).toBe(1);
    expect((await check(Buffer.concat([strToU8("#!"), pack]))).code).toBe(1);
    expect((await check(pack.subarray(0, pack.length - 1))).code).toBe(1);
    expect((await check(strToU8("PK"))).code).toBe(1);
  });

  it("says nothing with control characters on a terminal", async () => {
    const { "statement.json": statement = strToU8("{}") } = signedAgain(files, signer);
    expect(strFromU8(statement)).not.toContain("\u001b");
    const { verdict } = await check(pack, "--keys", jwks);
    expect(verdict).toMatch(/^[ -~]+$/);
    expect(readFileSync("public/evidence/audit.mjs", "utf8")).not.toContain("eval(");
  });
});
