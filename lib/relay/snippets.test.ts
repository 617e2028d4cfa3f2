import { describe, expect, it } from "vitest";
import { relaySnippets } from "./snippets";

const agent = {
  did: "did:fed:s1:tern",
  name: "Tern",
  description: "",
  status: "active",
  trust_tier: "T1" as const,
  skills: [],
  capability_manifest: {},
};
const ORIGIN = "https://federation.example";

describe("the way through the relay", () => {
  it("routes an example of the agent's own and sends an event to it, as curl and in TypeScript", () => {
    const skills = [{ name: "Count birds", examples: ["Say `id`", "$(id)", "it's", "How many terns are there"] }];
    const [curl, typescript] = relaySnippets({ ...agent, capability_manifest: { skills } }, ORIGIN);
    expect(curl?.code).toContain(`${ORIGIN}/api/relay/route`);
    for (const { code = "" } of [curl ?? {}, typescript ?? {}]) {
      expect(code).toContain("How many terns are there");
      expect(code).toContain("did:fed:s1:tern");
      expect(code).not.toMatch(/`id`|\$\(id\)|it's/);
    }
  });

  it("asks by what the agent is for where its skill has no other name than it", () => {
    const [curl] = relaySnippets({ ...agent, skills: ["Tern"], description: "Counts birds at sea." }, ORIGIN);
    expect(curl?.code).toContain('"intent": "Counts birds at sea."');
  });

  it("asks for something else where nothing that the agent says is plain", () => {
    const [curl] = relaySnippets({ ...agent, skills: ["a;b", "\u202ea"] }, ORIGIN);
    expect(curl?.code).toContain("what you need done");
  });

  it.each([{ status: "suspended" }, { status: "withdrawn" }, { trust_tier: "T0" as const }])(
    "is none to an agent that is not chosen: %j",
    (standing) => expect(relaySnippets({ ...agent, ...standing }, ORIGIN)).toEqual([]),
  );
});
