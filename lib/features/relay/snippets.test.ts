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
  it("routes one of the agent's examples and sends an event to it, with curl and in TypeScript", () => {
    const skills = [{ name: "Count birds", examples: ["Say `id`", "$(id)", "it's", "How many terns are there"] }];
    const [curl, typescript] = relaySnippets({ ...agent, capability_manifest: { skills } }, ORIGIN);
    expect(curl?.code).toContain(`${ORIGIN}/api/relay/route`);
    for (const { code = "" } of [curl ?? {}, typescript ?? {}]) {
      expect(code).toContain("How many terns are there");
      expect(code).toContain("did:fed:s1:tern");
      expect(code).not.toMatch(/`id`|\$\(id\)|it's/);
    }
  });

  it("asks with the agent's description if its skill has only the agent's name", () => {
    const [curl] = relaySnippets({ ...agent, skills: ["Tern"], description: "Counts birds at sea." }, ORIGIN);
    expect(curl?.code).toContain('"intent": "Counts birds at sea."');
  });

  it("asks with a general text if all texts of the agent need escaping", () => {
    const [curl] = relaySnippets({ ...agent, skills: ["a;b", "\u202ea"] }, ORIGIN);
    expect(curl?.code).toContain("what you need done");
  });

  it.each([{ status: "suspended" }, { status: "withdrawn" }, { trust_tier: "T0" as const }])(
    "has no snippets for an agent that the relay cannot choose: %j",
    (standing) => expect(relaySnippets({ ...agent, ...standing }, ORIGIN)).toEqual([]),
  );
});
