import { describe, expect, it } from "vitest";
import { Agent } from "./schema";
import { shortenAgent } from "./shorten";

const SMALL: Agent = {
  ...{
    did: "did:fed:s1:atlas",
    name: "Atlas",
    provider: "Acme",
    role: "mapper",
    model: "m",
    model_given: true,
    zone: "S1",
  },
  ...{
    runtime_type: "a2a",
    capabilities: ["maps"],
    skills: ["Draw a map"],
    description: "Draws maps.",
    version: "1.0.0",
  },
  ...{
    homepage: "https://atlas.example",
    repository: "",
    licence: "MIT",
    tags: ["maps"],
    endpoints: [],
    derived_tags: [],
  },
  ...{ capability_manifest: { role: "mapper" }, trust_tier: "T1", trust_score: 12.5, status: "active", domains: [] },
  ...{
    last_seen: "2026-01-01T00:00:00.000Z",
    registered_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    is_demo: false,
    protocols: [],
  },
  ...{ audits_passed: 0, incidents_named: 0, key_verified: false },
};
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe("an agent in a list", () => {
  it("is whole if it is small", () => {
    const manifest = { role: "mapper", text: "x".repeat(1_990) };
    for (const agent of [SMALL, { ...SMALL, capability_manifest: manifest }])
      expect(shortenAgent(agent)).toEqual(agent);
  });

  it("has a manifest of any form as it is up to 2,048 bytes, and none of one byte more", () => {
    const forms = [{}, [], { a: [] }, [{ k: 1 }, { k: 2 }, {}], { ż: null, n: [1.5, true, ["x"]] }];
    for (const form of forms) {
      const padded = (bytes: number) => ({ form, pad: "x".repeat(bytes - bytesOf({ form, pad: "" })) });
      const [whole, longer] = [padded(2_048), padded(2_049)];
      expect(shortenAgent({ ...SMALL, capability_manifest: whole }).capability_manifest).toEqual(whole);
      expect(shortenAgent({ ...SMALL, capability_manifest: longer }).capability_manifest).toHaveProperty("truncated");
    }
  });

  it("has its role and its address in place of a long manifest", () => {
    const deep = { skills: Array.from({ length: 500 }, (_, n) => ({ name: `skill ${n}`, tags: ["a", "b"] })) };
    for (const manifest of [{ text: "ż".repeat(1_100) }, deep, { ["n".repeat(3_000)]: 1 }]) {
      const { capability_manifest, ...row } = shortenAgent({
        ...SMALL,
        did: "did:mcp:default:a%2fb",
        capability_manifest: manifest,
      });
      expect(capability_manifest).toEqual({
        role: "mapper",
        truncated: true,
        url: "/api/agents/did%3Amcp%3Adefault%3Aa%252fb",
      });
      expect(row).not.toHaveProperty("shortened");
    }
  });

  it("is cut where it is longest, and says how long that is", () => {
    const long = {
      skills: Array.from({ length: 200 }, (_, n) => `Skill ${n} `.padEnd(100, "x")),
      tags: ["one", "two"],
    };
    const row = shortenAgent({ ...SMALL, ...long });
    expect(row.shortened).toEqual({ skills: 200 });
    expect(row.skills.length).toBeGreaterThan(20);
    expect(row).toEqual({
      ...SMALL,
      ...long,
      skills: long.skills.slice(0, row.skills.length),
      shortened: row.shortened,
    });
  });

  it.each(["x", "ż", '"', "🙂", "👩‍👩‍👧‍👦"])(
    "has at most 5 KB with all fields as long as they may be, of %s",
    (letter) => {
      const text = (length: number) => letter.repeat(Math.floor(length / letter.length));
      const label = Array.from({ length: 200 }, (_, n) => `${n}${text(190)}`);
      const row = shortenAgent({
        ...SMALL,
        ...{ name: text(200), provider: text(200), role: text(200), model: text(200), runtime_type: text(100) },
        ...{ description: text(4_000), version: text(100), licence: text(200), skills: label, capabilities: label },
        homepage: `https://atlas.example/${text(2_000)}`,
        repository: `https://atlas.example/${text(2_000)}`,
        tags: label.slice(0, 50).map((tag) => tag.slice(0, 100).toWellFormed()),
        endpoints: Array.from({ length: 10 }, () => ({
          protocol: "a2a" as const,
          url: `https://atlas.example/${text(2_000)}`,
        })),
        domains: Array.from({ length: 5 }, (_, n) => `${"d".repeat(240)}.${n}.example`),
        capability_manifest: { text: text(16_000) },
      });
      expect(bytesOf(row)).toBeLessThanOrEqual(5_120);
      expect(Agent.parse(row)).toEqual(row);
      expect(row.shortened).toMatchObject({
        skills: 200,
        capabilities: 200,
        endpoints: 10,
        homepage: expect.any(Number),
      });
      expect([row.homepage, row.endpoints]).toEqual(["", []]);
      expect(row.description.length % letter.length).toBe(0);
      expect(row.description.length).toBeGreaterThan(0);
      expect(JSON.stringify(row)).not.toMatch(/\\ud8|\\udc/i);
    },
  );
});
