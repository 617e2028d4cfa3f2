import { generateKeyPairSync, sign } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { RecordAudit } from "@/lib/features/council/schema";
import { recordAudit } from "@/lib/features/council/service/audit";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { confirmIncident } from "@/lib/features/incidents/service/confirm";
import { openIncident } from "@/lib/features/incidents/service/open";
import type { Caller } from "@/lib/identity/permissions";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { deprecateAgent } from "./deprecate";
import { grantTier } from "./grant-tier";
import { importAgent } from "./import";
import { challengeKey, proveKey } from "./prove-key";
import { registerAgent } from "./register";
import { setStatus } from "./set-status";
import { updateAgent } from "./update";
import { withdrawAgent } from "./withdraw";

const database = testDatabase();
const { ctx } = memberFixtures(database);
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const publicKeyText = publicKey.export({ format: "jwk" }).x ?? "";

type Ctx = ReturnType<typeof ctx>;
const by = (caller: Caller, db: Database = database()): Ctx => ({
  ...systemContext(db),
  caller,
  clock: () => new Date(),
});

/** A database in which something happens once, between a verb's first look and its transaction. */
function withMeanwhile(meanwhile: () => Promise<unknown>): Database {
  const db = database();
  let happened = false;
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name !== "transaction") return Reflect.get(target, name, receiver);
      return async (run: Parameters<Database["transaction"]>[0]) => {
        if (!happened) await meanwhile();
        happened = true;
        return db.transaction(run);
      };
    },
  });
}

/** Verbs that write a record. Each prepares what it needs, and returns the write. */
const WRITES: Record<string, (did: string, caller: Caller) => Promise<(held: Ctx) => Promise<unknown>>> = {
  "a PATCH": async (did) => (held) => updateAgent(held, { did, patch: { name: "Changed" }, ifMatch: undefined }),
  "a registration": async (did) => (held) => registerAgent(held, { did, name: "Changed" }),
  "a deprecation": async (did) => (held) =>
    deprecateAgent(held, { did, deprecated: true, successor: null, reason: "" }),
  "the end of a deprecation": async (did, caller) => {
    await deprecateAgent(by(caller), { did, deprecated: true, successor: null, reason: "" });
    return (held) => deprecateAgent(held, { did, deprecated: false, successor: null, reason: "" });
  },
  "a proof of key": async (did, caller) => {
    const { challenge, message } = await challengeKey(by(caller), { did });
    const signature = sign(null, Buffer.from(message), privateKey).toString("base64url");
    return (held) => proveKey(held, { did, challenge, signature });
  },
};
const WITHDRAWAL = async (did: string) => (held: Ctx) => withdrawAgent(held, { did, withdrawn: true, reason: "" });

const HOLDS = {
  suspended: (did: string) => setStatus(ctx(), { did, status: "suspended", reason: "x" }),
  withdrawn: (did: string) => withdrawAgent(ctx(), { did, withdrawn: true, reason: "" }),
};

const callerOf = (kind: "agent" | "provider", did: string): Caller =>
  kind === "agent"
    ? { kind, credentialId: "c", did, tier: "T1", status: "active" }
    : { kind, credentialId: "c", organisation: `Works of ${did}` };

const recordOf = async (did: string) => {
  const [row] = await database().select().from(agents).where(eq(agents.did, did));
  if (!row) throw new Error("no row");
  const { name, provenKey, deprecatedAt, revision } = row;
  return { name, provenKey, deprecatedAt, revision };
};

const CASES = [
  ...Object.entries(WRITES).flatMap(([what, prepare]) =>
    (["suspended", "withdrawn"] as const).map((state) => [what, state, prepare] as const),
  ),
  ["a withdrawal", "suspended", WITHDRAWAL] as const,
];

describe.each(["agent", "provider"] as const)("by the token of its %s", (kind) => {
  it.each(CASES)("%s stores nothing if the agent was %s in the meantime", async (_what, state, prepare) => {
    const did = freshDid();
    const caller = callerOf(kind, did);
    await registerAgent(by(caller), { did, name: "As before", public_key: publicKeyText });
    const write = await prepare(did, caller);
    let held = {};
    const db = withMeanwhile(async () => {
      await HOLDS[state](did);
      held = await recordOf(did);
    });
    await expect(write(by(caller, db))).rejects.toMatchObject({ kind: state });
    expect(await recordOf(did)).toEqual(held);
  });
});

it("an import does not bring back a key that was replaced in the meantime", async () => {
  const did = freshDid();
  await registerAgent(ctx(), { did, name: "As before", public_key: publicKeyText });
  const other = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x ?? "";
  const db = withMeanwhile(() => updateAgent(ctx(), { did, patch: { public_key: other }, ifMatch: undefined }));
  const source = { kind: "a2a-card", bytes: Buffer.from("{}") } as const;
  await importAgent({ ...ctx(), db }, { did, name: "Changed" }, source, { members: true });
  const [row] = await database().select().from(agents).where(eq(agents.did, did));
  expect(row).toMatchObject({ name: "Changed", publicKey: other });
});

it.each(["audits", "confirms incidents"])("an agent that was suspended in the meantime no longer %s", async (what) => {
  const [did, about] = [freshDid(), freshDid()];
  for (const each of [did, about]) await registerAgent(ctx(), { did: each, name: "Reader" });
  await grantTier(ctx(), { did, tier: "T4", reason: "Known." });
  const { id } = await openIncident(
    by({ kind: "agent", credentialId: "c", did: about, tier: "T1", status: "active" }),
    OpenIncident.parse({ title: "Leak", severity: "LOW", affected: [] }),
  );
  await HOLDS.suspended(did);
  const stale = by({ kind: "agent", credentialId: "c", did, tier: "T4", status: "active" });
  const act =
    what === "audits"
      ? recordAudit(stale, RecordAudit.parse({ did: about, verdict: "pass" }))
      : confirmIncident(stale, { id: String(id), note: "", confirmer: undefined });
  await expect(act).rejects.toMatchObject({ kind: "suspended" });
});

it("operators change the record of an agent that is suspended or withdrawn", async () => {
  for (const state of ["suspended", "withdrawn"] as const) {
    const did = freshDid();
    await registerAgent(ctx(), { did, name: "As before" });
    await HOLDS[state](did);
    await updateAgent(ctx(), { did, patch: { name: "Changed" }, ifMatch: undefined });
    expect(await recordOf(did)).toMatchObject({ name: "Changed" });
  }
});
