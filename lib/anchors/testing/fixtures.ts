import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll } from "vitest";
import { issueCredential } from "@/lib/access/service/credentials";
import { registerAgent } from "@/lib/agents/service/register";
import { systemContext } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { testDatabase } from "@/lib/db/testing/test-database";
import { send } from "@/lib/testing/routes";
import type { Tier } from "@/lib/tiers";
import { ensureSigningKey } from "@/lib/trust/service/keys";
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
