import { describe, expect, it } from "vitest";
import { describeAgent, softwareOf } from "./previews";
import type { AgentProfile } from "./schema";

const AGENT = {
  did: "did:fed:s1:tern",
  name: "Tern",
  role: "counter",
  provider: "Bird Office",
  description: "Counts birds",
  version: "1.2.0",
  licence: "MIT",
  homepage: "",
  repository: "https://code.example/tern",
  tags: ["birds"],
  trust_tier: "T1",
  trust_score: 17.5,
} as unknown as AgentProfile;

describe("what previews say of an agent", () => {
  it("is what it is for, then its standing", () => {
    expect(describeAgent(AGENT)).toBe("Counts birds. Trust tier T1, score 17.5 of 100.");
    expect(describeAgent({ ...AGENT, description: "" })).toMatch(/^Tern, counter, by Bird Office\. Trust tier T1/);
    const suspension = { since: "2026-01-01T00:00:00.000Z", reason: "x", seq: 1 };
    expect(describeAgent({ ...AGENT, status: "suspended", suspension })).toBe("Counts birds. Suspended.");
    const deprecated = { ...AGENT, status: "active", deprecated_at: suspension.since, deprecation: suspension };
    expect(describeAgent(deprecated)).toBe("Counts birds. Deprecated.");
  });

  it("is one line of visible text, cut between words", () => {
    const described = describeAgent({ ...AGENT, description: `\u202eA\u0007B  c\nsecond ${"x ".repeat(500)}` });
    expect(described).toMatch(/^A B c\. Trust/);
    const long = describeAgent({ ...AGENT, description: "word ".repeat(100) });
    expect(long).toMatch(/^(?:word )+word… Trust tier T1/);
    expect(long.length).toBeLessThan(210);
    expect(describeAgent({ ...AGENT, description: "🐦".repeat(300) }).isWellFormed()).toBe(true);
  });

  it("are data that cannot end its script", () => {
    const text = softwareOf({ ...AGENT, name: "</script><script>alert(1)</script><!--" }, "https://f.example/agents/x");
    expect(text).not.toContain("<");
    expect(JSON.parse(text)).toMatchObject({
      "@type": "SoftwareApplication",
      name: "</script><script>alert(1)</script><!--",
      softwareVersion: "1.2.0",
      sameAs: ["https://code.example/tern"],
      author: { name: "Bird Office" },
    });
  });
});
