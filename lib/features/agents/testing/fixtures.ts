import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { systemContext } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { grantTier } from "../service/grant-tier";
import { registerAgent } from "../service/register";

export const freshDid = (name = "agent") => `did:fed:s1:${name}-${randomUUID().slice(0, 8)}`;

/** Registers agents in a test's database, and reads their log entries. */
export function memberFixtures(database: () => Database) {
  const ctx = (now = new Date()) => ({ ...systemContext(database()), clock: () => now });

  const registered = async (did = freshDid(), organisation?: string, at?: Date): Promise<string> => {
    const caller = organisation
      ? ({ kind: "provider", credentialId: "c", organisation } as const)
      : ({ kind: "system" } as const);
    await registerAgent({ ...ctx(at), caller }, { did, skills: ["s"], capabilities: ["c"], role: "r", model: "m" });
    return did;
  };
  const tokenOf = async (did: string) => {
    const [row] = await database().select().from(agents).where(eq(agents.did, did));
    const owner = row?.organisation ? { organisation: row.organisation } : {};
    return (await issueCredential(ctx(), { kind: "agent", did, label: "", ...owner })).token;
  };
  const operatorToken = async () => (await issueCredential(ctx(), { kind: "operator", label: "" })).token;
  /** A T4 agent with its token. */
  const auditor = async () => {
    const did = await registered(freshDid("auditor"));
    await grantTier(ctx(), { did, tier: "T4", reason: "An auditor." });
    return { did, token: await tokenOf(did) };
  };
  const standing = async (did: string) => {
    const [row] = await database().select().from(agents).where(eq(agents.did, did));
    return { tier: row?.trustTier, score: row?.trustScore, granted: row?.grantedTier };
  };
  const actsOn = async (subject: string) =>
    (await database().select().from(ledgerActs).where(eq(ledgerActs.subject, subject)).orderBy(ledgerActs.seq)).map(
      ({ kind }) => kind,
    );
  return { ctx, registered, tokenOf, operatorToken, auditor, standing, actsOn };
}
