import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { listOffers } from "./list-offers";

const database = testDatabase();
const ctx = () => systemContext(database());
const register = (name: string, record: object) => registerAgent(ctx(), { did: `did:fed:s1:${name}`, name, ...record });

describe("listOffers", () => {
  it("is empty where no agent has joined", async () => {
    expect(await listOffers(ctx(), { limit: 5 })).toEqual([]);
  });

  it("has one skill of each provider before a second of any, then tags, and nothing that is an identifier or that nearly all have", async () => {
    await register("a", {
      provider: "One",
      skills: ["translate.legal", "Translate a lease"],
      tags: ["law", "polish", "agent"],
    });
    await register("b", { provider: "One", skills: ["Review a contract"], tags: ["law", "agent"] });
    await register("c", { provider: "Two", skills: ["translate a lease", "Draft a letter"], tags: ["x", "agent"] });
    await register("d", { provider: "Three", skills: ["Summarise a trial"], tags: [] });
    const offers = await listOffers(ctx(), { limit: 9 });
    expect(offers.slice(0, 2).sort()).toEqual(["Summarise a trial", "Translate a lease"]);
    expect(offers.slice(2)).toEqual(["Review a contract", "law", "polish"]);
    expect(await listOffers(ctx(), { limit: 1 })).toEqual(offers.slice(0, 1));
  });

  it("offers nothing of an agent that is suspended", async () => {
    await setStatus(ctx(), { did: "did:fed:s1:d", status: "suspended", reason: "A look at it." });
    expect(await listOffers(ctx(), { limit: 9 })).not.toContain("Summarise a trial");
  });
});
