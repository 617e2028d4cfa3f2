import { beforeAll, expect, it, vi } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey, listKeys } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { fixLog } from "@/lib/features/anchors/service/prove";
import { storeCosignature } from "@/lib/features/anchors/witnesses/service/cosignatures";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { witness } from "@/lib/ledger/testing/witness";
import { packChecker, packOf } from "../testing/packs";

const { vkey, cosign } = witness("one.test/w");
vi.stubEnv("WITNESSES", `${vkey} https://one.test`);
const database = testDatabase();
const ctx = () => systemContext(database());
const { check, fileOf } = packChecker();
beforeAll(() => ensureSigningKey(database(), undefined, new Date()));

/** Lets the witness cosign the present checkpoint of a log. */
async function cosignPresent(log: string): Promise<void> {
  const { checkpoint, note } = await fixLog(database(), log);
  const line = cosign(note).slice(note.length);
  const cosignature = { witness: vkey, size: checkpoint.size, note, line, cosignedAt: new Date() };
  await database().transaction((tx) => storeCosignature(tx, log, cosignature));
}

it("a pack has the cosignatures of exactly its checkpoints, so a policy succeeds until the log grows again", async () => {
  const did = freshDid("witnessed");
  await registerAgent(ctx(), { did, skills: ["s"] });
  const jwks = fileOf("jwks.json", JSON.stringify(await listKeys(ctx())));
  const policy = fileOf("policy", `witness one ${vkey}\nquorum one\n`);
  const checked = async () => check(await packOf(ctx(), { did }), "--keys", jwks, "--policy", policy);
  expect((await checked()).code).toBe(4);
  for (const log of [COUNCIL_LOG, ANCHOR_LOG]) await cosignPresent(log);
  expect((await checked()).code).toBe(0);
  await setStatus(ctx(), { did, status: "suspended", reason: "It leaked a key." });
  expect((await checked()).code).toBe(4);
});
