import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { getProvider, listProviders } from "./providers";

const database = testDatabase();
const ctx = () => systemContext(database());
const register = (name: string, provider: string, homepage = "") =>
  registerAgent(ctx(), { did: `did:fed:s1:${name}`, name, provider, homepage });
const withdraw = (name: string) =>
  withdrawAgent(ctx(), { did: `did:fed:s1:${name}`, withdrawn: true, reason: "It moves." });
const SOUND = "https://lattice.example/";

describe("a provider", () => {
  it("has the name and the homepage that most of its agents have, not those that a few write", async () => {
    for (const name of ["a", "b", "c"]) await register(name, "Lattice Works", SOUND);
    for (const name of ["d", "e"]) await register(name, "LATTICE  WORKS", "https://login.example/");
    expect(await getProvider(ctx(), { provider: "lattice works" })).toMatchObject({
      provider: "Lattice Works",
      agents: 5,
      homepage: SOUND,
    });
    await register("f", "Lattice Works", "https://other.example/");
    expect(await getProvider(ctx(), { provider: "lattice works" })).toMatchObject({ agents: 6, homepage: "" });
  });

  it("does not count withdrawn agents, and is not found if no other agent names it", async () => {
    await withdraw("f");
    const { agents, tiers, homepage } = await getProvider(ctx(), { provider: "Lattice Works" });
    expect([agents, tiers, homepage]).toEqual([5, [{ value: "T1", agents: 5 }], SOUND]);
    await register("g", "Gone");
    expect(await listProviders(ctx(), { limit: 9 })).toEqual(["Lattice Works", "Gone"]);
    await withdraw("g");
    expect(await listProviders(ctx(), { limit: 9 })).toEqual(["Lattice Works"]);
    await expect(getProvider(ctx(), { provider: "Gone" })).rejects.toMatchObject({ kind: "notFound" });
  });
});
