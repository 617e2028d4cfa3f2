import { describe, expect, it } from "vitest";
import { routableSkills } from "./routable";

const said = { name: "Atlas", role: "", description: "", tags: [], skills: [], capabilities: [] };
const agent = { ...said, capability_manifest: {} };

describe("routableSkills", () => {
  it("names each skill of a card with what the card says of it, and the agent itself at last", () => {
    const card = {
      name: "Atlas card",
      skills: [
        { name: "Translate text", description: "Into Polish.", tags: ["polish"], examples: ["say hi in Polish"] },
      ],
    };
    const record = { ...agent, role: "translator", description: "Speaks for travellers.", tags: ["polish", "travel"] };
    expect(routableSkills({ ...record, capability_manifest: card })).toEqual([
      {
        name: "Translate text",
        texts: [
          { kind: "skill", text: "Translate text" },
          { kind: "description", text: "Into Polish." },
          { kind: "tag", text: "polish" },
          { kind: "example", text: "say hi in Polish" },
        ],
      },
      {
        name: "translator",
        texts: [
          { kind: "role", text: "translator" },
          { kind: "card", text: "Atlas" },
          { kind: "card", text: "Atlas card" },
          { kind: "card", text: "Speaks for travellers." },
          { kind: "tag", text: "travel" },
        ],
      },
    ]);
  });

  it("makes one skill of those that bear one name, and of a capability that names a skill", () => {
    const skills = [
      { name: "Translate text", examples: ["one"] },
      { name: "translate-text", examples: ["two", "One"] },
    ];
    const found = routableSkills({
      ...agent,
      capabilities: ["translate_text", "sum"],
      capability_manifest: { skills },
    });
    expect(found.map(({ name }) => name)).toEqual(["Translate text", "sum", "Atlas"]);
    expect(found[0]?.texts.map(({ text }) => text)).toEqual([
      ...["Translate text", "one", "translate-text", "two", "translate_text"],
    ]);
  });

  it("is never empty, and takes nothing that cannot be stored", () => {
    expect(routableSkills(agent)).toEqual([{ name: "Atlas", texts: [{ kind: "card", text: "Atlas" }] }]);
    const manifest = { skills: [{ name: "x", description: "a\0b \ud800" }], name: 7 };
    const odd = routableSkills({ ...agent, capability_manifest: manifest });
    expect(JSON.stringify(odd)).not.toMatch(/\\u0000|\\ud800/i);
  });

  it("is limited for any agent", () => {
    const skills = Array.from({ length: 1_000 }, (_, n) => ({
      name: `s${n}`,
      description: "d".repeat(10_000),
      tags: Array.from({ length: 500 }, (_, tag) => `t${tag}`),
      examples: Array.from({ length: 1_000 }, (_, example) => `e${example}`),
    }));
    const found = routableSkills({ ...agent, capability_manifest: { skills } });
    expect(found).toHaveLength(401);
    expect(Math.max(...found.map(({ texts }) => texts.length))).toBe(2 + 64 + 256);
    const texts = found.flatMap((skill) => skill.texts);
    expect(texts.reduce((longest, { text }) => Math.max(longest, text.length), 0)).toBe(512);
  });
});
