import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { organisationKey } from "@/lib/identity/organisation";

const database = testDatabase();

it("keys of providers that an earlier build stored become those of this one", async () => {
  const migration = readFileSync("drizzle/0010_provider_keys.sql", "utf8");
  const stored = {
    "Sun ☀\ufe0f Labs": "sun ☀\ufe0f labs",
    "خانه\u200cها": "خانه\u200cها",
    "葛\u{e0100}飾": "葛\u{e0100}飾",
    "A \u00ad B": "a \u00ad b",
    "Łódź Guild": "łódź guild",
  };
  for (const [provider, before] of Object.entries(stored)) {
    const did = freshDid();
    await registerAgent(systemContext(database()), { did, provider });
    await database().update(agents).set({ providerKey: before }).where(eq(agents.did, did));
    await database().execute(sql.raw(migration));
    const [row] = await database().select({ key: agents.providerKey }).from(agents).where(eq(agents.did, did));
    expect(row?.key).toBe(organisationKey(provider));
  }
});
