import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { issueCredential } from "@/lib/access/service/credentials";
import { grantTier } from "@/lib/agents/service/grant-tier";
import { registerAgent } from "@/lib/agents/service/register";
import { systemContext } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { testDatabase } from "@/lib/db/testing/test-database";

export const freshDid = (name = "agent") => `did:fed:s1:${name}-${randomUUID().slice(0, 8)}`;

/** A database for one file of tests, and those who audit or are audited in it. */
export function testCouncil() {
  const database = testDatabase();
  const ctx = (now = new Date()) => ({ ...systemContext(database()), clock: () => now });

  async function registered(did = freshDid(), organisation?: string): Promise<string> {
    const caller = organisation
      ? ({ kind: "provider", credentialId: "c", organisation } as const)
      : ({ kind: "system" } as const);
    await registerAgent({ ...ctx(), caller }, { did, skills: ["s"], capabilities: ["c"], role: "r", model: "m" });
    return did;
  }
  /** A T4 agent with its token. */
  async function auditor(): Promise<{ did: string; token: string }> {
    const did = await registered(freshDid("auditor"));
    await grantTier(ctx(), { did, tier: "T4", reason: "An auditor." });
    const { token } = await issueCredential(ctx(), { kind: "agent", did, label: "" });
    return { did, token };
  }
  const operatorToken = async () => (await issueCredential(ctx(), { kind: "operator", label: "" })).token;
  const standing = async (did: string) => {
    const [row] = await database().select().from(agents).where(eq(agents.did, did));
    return { tier: row?.trustTier, score: row?.trustScore, granted: row?.grantedTier };
  };
  return { database, ctx, registered, auditor, operatorToken, standing };
}
