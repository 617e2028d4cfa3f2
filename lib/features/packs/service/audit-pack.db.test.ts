import { generateKeyPairSync, randomInt } from "node:crypto";
import path from "node:path";
import { eq } from "drizzle-orm";
import { strFromU8, strToU8 } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSigningKey, listKeys, type SigningKey, signingKeyOf } from "@/lib/authority/keys";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { listLogs } from "@/lib/features/anchors/service/list-logs";
import { replyFixtures } from "@/lib/features/replies/testing/fixtures";
import { statementKey } from "@/lib/features/trust/service/statements";
import { witness } from "@/lib/ledger/testing/witness";
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
      await signedWith(incident, (said) => ({
        ...said,
        affected: [...(said["affected"] as []), { did: "did:x:y", struck: null }],
      })),
    ).toMatchObject(notWhole(otherwise));
    expect(
      await signedWith(disputed, (said) => ({ ...said, decision: { ...(said["decision"] as object), reason: "No." } })),
    ).toMatchObject(notWhole(otherwise));
    expect(
      await signedWith(incident, (said) => ({ ...said, seal: { ...(said["seal"] as object), salt: "00" } })),
    ).toMatchObject(notWhole(/does not say the same as anchors/));
  });

  it("if a record has a field that nothing proves", async () => {
    const others = notWhole(/has other fields/);
    const first = (list: unknown) => (list as object[])[0] ?? {};
    const more = { text: "Nobody compares this." };
    expect(await signedWith(audit, (said) => ({ ...said, decision: null }))).toMatchObject(others);
    expect(await signedWith(disputed, (said) => ({ ...said, disputed: false }))).toMatchObject(others);
    expect(await signedWith(opening, (said) => ({ ...said, ...more }))).toMatchObject(others);
    expect(await signedWith(anchor, (said) => ({ ...said, act: more }))).toMatchObject(others);
    for (const part of ["act", "receipt"]) {
      const change = (said: Record<string, unknown>) => ({ ...said, [part]: { ...(said[part] as object), ...more } });
      expect(await signedWith(opening, change), part).toMatchObject(others);
    }
    expect(await signedWith(incident, (said) => ({ ...said, confirmed: true }))).toMatchObject(others);
    expect(
      await signedWith(incident, (said) => ({ ...said, seal: { ...(said["seal"] as object), ...more } })),
    ).toMatchObject(others);
    for (const list of ["timeline", "affected"]) {
      const change = (said: Record<string, unknown>) => ({ ...said, [list]: [{ ...first(said[list]), ...more }] });
      const { code, verdict } = await signedWith(incident, change);
      expect([code, verdict], list).toEqual([1, expect.stringMatching(/^NOT WHOLE: /)]);
    }
    const replied = (said: Record<string, unknown>) => ({
      ...said,
      replies: [{ ...first(said["replies"]), ...more, x: 1 }],
    });
    expect(await signedWith(disputed, replied)).toMatchObject(others);
  });

  it("if an incident says something else than its own timeline, or leaves out a step", async () => {
    const otherwise = notWhole(/does not say the same as its timeline/);
    const seal = null;
    for (const change of [
      { status: "RESOLVED" },
      { status: "RESOLVED", seal },
      { seal },
      { resolved_at: null },
      { created_at: "2020-01-01T00:00:00.000Z" },
      { reporter: "did:fed:s1:nobody" },
      { affected: [{ did: jsonIn(files, disputed).did, struck: { at: "", by: "", note: "" } }] },
    ]) {
      expect(await signedWith(incident, (said) => ({ ...said, ...change })), JSON.stringify(change)).toMatchObject(
        otherwise,
      );
    }
    expect(await signedWith(incident, (said) => ({ ...said, unfounded: true }))).toMatchObject(
      notWhole(/does not say the same as acts.+unfounded/),
    );
    expect(
      await signedWith(incident, (said) => ({ ...said, seal: { ...(said["seal"] as object), sha256: "00" } })),
    ).toMatchObject({ code: 1 });
    const { timeline } = jsonIn(files, incident);
    const [opened, ...rest] = timeline;
    for (const steps of [
      rest,
      [...rest, opened],
      [opened, ...timeline],
      [rest[0], opened, ...rest.slice(1)],
      timeline.toReversed(),
    ]) {
      expect(await signedWith(incident, (said) => ({ ...said, timeline: steps }))).toMatchObject(otherwise);
    }
    const exported = timeline.at(-1);
    const fewer = { timeline: timeline.slice(0, -1), status: "RESOLVED", seal };
    expect(await signedWith(incident, (said) => ({ ...said, ...fewer }))).toMatchObject(
      notWhole(new RegExp(`leaves out acts/${exported.seq}.json`)),
    );
  });

  it("if an act has a name that is not its place, so another could stand for it", async () => {
    for (const name of [opening, anchor]) {
      const renamed = (old: string) => (old === name ? old.replace(".json", ".z.json") : old);
      const others = Object.fromEntries(Object.entries(files).map(([old, bytes]) => [renamed(old), bytes]));
      expect(await checked(signedAgain(others, signer))).toMatchObject(notWhole(/it is another entry/));
    }
  });

  it("if a reply says something else than its act, where that act is proven", async () => {
    const [written] = jsonIn(files, disputed).replies;
    const name = `acts/${written.seq}.json`;
    const [row] = await ctx().db.select().from(ledgerActs).where(eq(ledgerActs.seq, written.seq));
    const { actor, kind, subject, details, salt } = row ?? {};
    const shown = jsonIn(files, name);
    const act = { ...shown.act, content: "public", actor, kind, subject, details };
    const payload = { subject, details };
    const published = { ...shown, act, did: actor, kind, payload, salt: Buffer.from(salt ?? []).toString("hex") };
    const proven = { ...files, [name]: jsonFile(published) };
    const whole = await checked(signedAgain(proven, signer));
    expect([whole.code, whole.states[disputed]]).toEqual([0, "proven"]);
    for (const change of [
      ...[{ text: "Forged." }, { author: "did:fed:s1:nobody" }, { version: 2 }, { at: "2020-01-01T00:00:00.000Z" }],
    ]) {
      const said = { ...jsonIn(files, disputed), replies: [{ ...written, ...change }] };
      const forged = await checked(signedAgain({ ...proven, [disputed]: jsonFile(said) }, signer));
      expect(forged, JSON.stringify(change)).toMatchObject(notWhole(/does not say the same as acts/));
    }
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

describe("a policy", () => {
  const { vkey, cosign } = witness("w.test/a");
  const policy = fileOf("policy", `witness A ${vkey}\nquorum A\n`);
  /** The pack with other checkpoints, also in all receipts. */
  function cosigned(...logs: string[]) {
    const changed = Object.entries(files).map(([name, bytes]): [string, Uint8Array] => {
      const notes = logs.map((log) => strFromU8(files[`checkpoints/${log}`] ?? strToU8("")));
      const text = notes.reduce((said, note) => {
        const inJson = (value: string) => JSON.stringify(value).slice(1, -1);
        return said === note ? cosign(note) : said.replaceAll(inJson(note), inJson(cosign(note)));
      }, strFromU8(bytes));
      return [name, strToU8(text)];
    });
    return packed(signedAgain(Object.fromEntries(changed), signer));
  }

  it("asks for its quorum of both checkpoints, although it names no log", async () => {
    for (const logs of [[], ["council"], ["anchors"]]) {
      const { code, verdict } = await check(await cosigned(...logs), "--keys", jwks, "--policy", policy);
      expect([code, verdict]).toEqual([4, expect.stringMatching(/^NOT WITNESSED: .+ lacks the quorum A/)]);
    }
    expect((await check(await cosigned("council", "anchors"), "--keys", jwks, "--policy", policy)).code).toBe(0);
  });

  it("takes no age: a pack stays what it was", async () => {
    const { code, verdict } = await check(pack, "--keys", jwks, "--policy", policy, "--max-age", "60");
    expect([code, verdict]).toEqual([2, expect.stringContaining("no --max-age")]);
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
    const forger = await signingKeyOf(generateKeyPairSync("ed25519").privateKey, "statement");
    const keys = jsonFile({ keys: [...jsonIn(files, "keys.json").keys, forger.published] });
    const unsigned = { ...files, "keys.json": keys };
    for (const said of ["\u001b]0;x\u0007", "\u009b2J", "{\u202e"]) {
      const { code, verdict } = await check(await packed(signedAgain(unsigned, forger, said)));
      expect([code, verdict]).toEqual([2, expect.stringMatching(/^NOT CHECKED: [^\p{C}]+ JSON[^\p{C}]*$/u)]);
    }
    const sequence = "\u001b[2J\u009b2J";
    const named = await signedWith(audit, (said) => ({ ...said, [sequence]: sequence }));
    expect(named.verdict).toMatch(/^NOT WHOLE: [^\p{C}]+$/u);
  });
});
