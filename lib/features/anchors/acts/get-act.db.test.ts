import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { authenticate } from "@/lib/authority/authenticate";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey, listKeys } from "@/lib/authority/keys";
import { credentials } from "@/lib/database/schema/access";
import { testDatabase } from "@/lib/database/testing/test-database";
import type { IssuedCredential } from "@/lib/features/access/schema";
import { issueCredential, rotateCredential } from "@/lib/features/access/service/credentials";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { PublicActQuery, RecordAudit } from "@/lib/features/council/schema";
import { recordAudit } from "@/lib/features/council/service/audit";
import { listPublicActs } from "@/lib/features/council/service/public-acts";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { payloadCommitment } from "@/lib/ledger/entry";
import { faultInReceipt } from "@/lib/ledger/receipt";
import { sha256 } from "@/lib/ledger/sha256";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";
import { getAct } from "./get-act";
import { ProvenAct } from "./schema";

const run = promisify(execFile);
const database = testDatabase();
const system = (): Context => systemContext(database());
const anyone = (): Context => ({ ...system(), caller: { kind: "anonymous" } });
const by = async ({ token }: IssuedCredential): Promise<Context> => ({
  ...system(),
  caller: await authenticate(system(), `Bearer ${token}`),
});
const list = (asked: Record<string, string> = {}) => listPublicActs(anyone(), PublicActQuery.parse(asked));
const proven = async (seq: number) => ProvenAct.parse(await getAct(anyone(), { seq: String(seq) }));
const seqOf = async (kind: string) =>
  (await list({ kind: kind.split(".")[0] ?? "" })).acts.find((act) => act.kind === kind)?.seq ?? 0;

const PROMISED = "A reason for one person.";
const did = freshDid("recorded");
let ada: IssuedCredential;
beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  ada = await issueCredential(system(), { kind: "operator", role: "owner", label: "Ada Example" });
  await registerAgent(system(), { did, skills: ["s"] });
  // As an older build wrote it, before the reasons were public.
  const older = { kind: "tier.granted", actor: `operator:${ada.id}`, subject: did, details: { reason: PROMISED } };
  await database().transaction((tx) => appendWithin(tx, COUNCIL_LOG, older, new Date()));
  await database().execute(sql`alter table ledger_heads disable trigger ledger_heads_advance`);
  await database().execute(sql`update ledger_heads set published_after = size where log = 'council'`);
  await database().execute(sql`alter table ledger_heads enable trigger ledger_heads_advance`);
  await setStatus(await by(ada), { did, status: "suspended", reason: "It leaked a key." });
  const application = { kind: "application.rejected", actor: "system", subject: did, details: { reason: PROMISED } };
  await database().transaction((tx) => appendWithin(tx, COUNCIL_LOG, application, new Date()));
});

describe("the council's public record", () => {
  it("has the content of public acts, and of the others only what was not promised to one person", async () => {
    const { acts } = await list();
    const shown = Object.fromEntries(acts.map((act) => [act.kind, act]));
    expect(shown["agent.suspended"]).toMatchObject({
      content: "public",
      actor: expect.stringMatching(/^operator:[a-p]{8}$/),
      subject: did,
      details: { reason: "It leaked a key." },
    });
    expect(shown["tier.granted"]).toMatchObject({ content: "older", actor: null, subject: did, details: null });
    expect(shown["application.rejected"]).toMatchObject({
      content: "private",
      actor: null,
      subject: null,
      details: null,
    });
    expect(shown["credential.issued"]).toMatchObject({ content: "private", subject: null });
    const all = JSON.stringify([acts, ...(await Promise.all(acts.map(({ seq }) => proven(seq))))]);
    for (const secret of [PROMISED, "Ada Example", ada.id]) expect(all).not.toContain(secret);
  });

  it("is filtered by kind, subject, actor and time, and a filter finds nothing that is not shown", async () => {
    const kinds = async (asked: Record<string, string>) => (await list(asked)).acts.map(({ kind }) => kind);
    const [act] = (await list({ kind: "agent" })).acts;
    expect(await kinds({ kind: "application" })).toEqual(["application.rejected"]);
    expect(await kinds({ subject: did })).toEqual(["agent.suspended", "tier.granted"]);
    expect(await kinds({ actor: act?.actor ?? "" })).toEqual(["agent.suspended"]);
    expect(await kinds({ actor: "system" })).toEqual([]);
    for (const text of ["\0", "\ud800"]) expect(await kinds({ subject: text })).toEqual([]);
    expect(await kinds({ to: "2000-01-01" })).toEqual([]);
    expect(await kinds({ from: "2000-01-01" })).toEqual(await kinds({}));
    const first = await list({ limit: "1" });
    const second = await list({ limit: "1", cursor: first.next_cursor ?? "" });
    expect([...first.acts, ...second.acts]).toEqual((await list({ limit: "2" })).acts);
  });

  it("proves each act: anyone recomputes its content, its entry and its place in the tree, also with verify.mjs", async () => {
    const act = await proven(await seqOf("agent.suspended"));
    const { did: actor = "", kind = "", payload, salt = "" } = act;
    const commitment = payloadCommitment(sha256, fromHex(salt), { did: actor, kind, payload });
    expect(toHex(commitment)).toBe(act.entry.payload_commitment);
    expect(faultInReceipt(sha256, act.entry, act.receipt)).toBeNull();
    const folder = await mkdtemp(path.join(tmpdir(), "governance-act-"));
    const verify = async (document: unknown) => {
      const files = [path.join(folder, "act.json"), path.join(folder, "jwks.json")];
      await writeFile(files[0] ?? "", JSON.stringify(document));
      await writeFile(files[1] ?? "", JSON.stringify(await listKeys({ db: database() })));
      return run(process.execPath, ["public/evidence/verify.mjs", ...files]);
    };
    try {
      const said = `act ${act.entry.seq}, ${act.entry.created_at}: agent.suspended by ${actor}, {"details":`;
      expect((await verify(act)).stdout).toMatch(/^OK: verified 1 receipt\n/);
      expect((await verify(act)).stdout).toContain(said);
      expect((await verify(await proven(await seqOf("tier.granted")))).stdout).toContain("OK");
      const changed = { ...act, payload: { subject: did, details: { reason: "It did not." } } };
      await expect(verify(changed)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("payload of") });
      for (const shown of [
        { actor: "operator:other" },
        { details: { reason: "Another." } },
        { subject: "x" },
        { seq: 1 },
      ]) {
        const other = { ...act, act: { ...act.act, ...shown } };
        const wrong = expect.stringContaining("is shown in other words");
        await expect(verify(other)).rejects.toMatchObject({ code: 1, stderr: wrong });
      }
      const hashed = { ...act, entry: { ...act.entry, hash: "0".repeat(64) } };
      await expect(verify(hashed)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("not the hash") });
      const keyed = verify({ ...act, ...(await listKeys({ db: database() })) });
      await expect(keyed).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining("it must be a separate file"),
      });
      const { payload: _, salt: __, ...bare } = act;
      expect((await verify(bare)).stdout).toContain("its words are not proven, only its time and its place");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("keeps the name of an operator when its token is rotated, and the operator is one auditor", async () => {
    const names = async () =>
      (await database().select().from(credentials).where(eq(credentials.kind, "operator"))).map((row) => row.operator);
    expect(await names()).toHaveLength(1);
    const other = await issueCredential(system(), { kind: "operator", label: "Another" });
    const rotated = await rotateCredential(await by(ada), { id: other.id, grace_seconds: 60 });
    const [own, ...others] = await names();
    expect(new Set(others).size).toBe(1);
    expect(own).not.toBe(others[0]);
    const audited = freshDid("audited");
    await registerAgent(system(), { did: audited, skills: ["s"] });
    const audit = RecordAudit.parse({ did: audited, verdict: "pass" });
    const auditors = [
      (await recordAudit(await by(other), audit)).auditor,
      (await recordAudit(await by(rotated), { ...audit, summary: "Again." })).auditor,
    ];
    expect(new Set(auditors)).toEqual(new Set([`operator:${others[0]}`]));
  });

  it("says that an act was redacted, and still proves its entry", async () => {
    const seq = await seqOf("agent.suspended");
    const { payload_commitment } = (await proven(seq)).entry;
    await redactRecord(await by(ada), { subject: "act", id: String(seq), fields: ["reason"], reason: "A name." });
    const act = await proven(seq);
    expect(act.act).toMatchObject({
      content: "redacted",
      details: { reason: expect.stringMatching(/^Redacted on .* because: A name\.$/) },
    });
    expect([act.salt, act.payload]).toEqual([undefined, undefined]);
    expect(act.entry.payload_commitment).toBe(payload_commitment);
    expect(faultInReceipt(sha256, act.entry, act.receipt)).toBeNull();
    expect((await verifyStoredLog(database(), COUNCIL_LOG)).fault).toBeNull();
    await expect(getAct(anyone(), { seq: "999999" })).rejects.toMatchObject({ kind: "notFound" });
    await expect(getAct(anyone(), { seq: "x" })).rejects.toMatchObject({ kind: "notFound" });
  });
});
