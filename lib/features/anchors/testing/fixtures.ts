import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { registerAgent } from "@/lib/features/agents/service/register";
import type { Tier } from "@/lib/identity/tiers";
import { send } from "@/lib/testing/routes";
import * as contract from "../contract";

type Body = Record<string, unknown>;
export async function call(endpoint: Parameters<typeof send>[0], sent: Parameters<typeof send>[1]) {
  const response = await send(endpoint, sent);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}
export const anchor = (token: string, body: unknown) => call(contract.anchorPayload, { token, body });

/** A database with a memory, for one file of tests; its operator's token; agents at any tier. */
export function anchorFixtures() {
  const database = testDatabase();
  const ctx = () => systemContext(database());
  let token = "";
  beforeAll(async () => {
    await ensureSigningKey(database(), undefined, new Date());
    token = (await issueCredential(ctx(), { kind: "operator", label: "" })).token;
  });

  async function agentAt(tier: Tier, organisation?: string) {
    const did = `did:fed:s1:${randomUUID()}`;
    await registerAgent(ctx(), { did });
    await database()
      .update(agents)
      .set({ trustTier: tier, ...(organisation ? { ownerKind: "organisation", organisation } : {}) })
      .where(eq(agents.did, did));
    return { did, token: (await issueCredential(ctx(), { kind: "agent", did, organisation, label: "" })).token };
  }
  return { database, ctx, operator: () => token, agentAt };
}
