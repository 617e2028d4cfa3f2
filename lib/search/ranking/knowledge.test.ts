import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { rootPath } from "@/lib/foundation/root-path";
import { getKnowledge, KNOWLEDGE_FILE } from "./knowledge";
import { packKnowledge, unpackKnowledge } from "./knowledge-file";

const knowledge = getKnowledge();

function nearestTo(stem: string): (string | undefined)[] {
  const { rows } = knowledge.relatedTo(knowledge.rowOf(stem) ?? -1);
  return [...rows.subarray(0, 3)].map((row) => knowledge.stems[row]);
}

describe("the knowledge", () => {
  it("knows which words are near others, and how common and how spelled they are", () => {
    expect(nearestTo("postgr")).toEqual(["postgresql", "mariadb", "mysql"]);
    expect(nearestTo("slack")).toEqual(["mattermost", "msteam", "pushov"]);
    expect(knowledge.rarityOf(knowledge.rowOf("python"))).toBeLessThan(knowledge.rarityOf(knowledge.rowOf("kubernet")));
    expect(knowledge.rowOf("zzzzqqq")).toBeUndefined();
    expect([knowledge.isSpelled("library"), knowledge.isSpelled("lybrary")]).toEqual([true, false]);
    expect(knowledge.weightOf("tomorrow")).toBeLessThan(knowledge.weightOf("kubernet"));
  });

  it("computes exact products of vectors", () => {
    const [one, other] = [7, 19_999].map((row) => knowledge.vectors.row(row).slice()) as [Int8Array, Int8Array];
    const exact = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
    expect(knowledge.vectors.productsWithAll(one)[19_999]).toBe(exact);
    expect(Math.max(...one)).toBeLessThanOrEqual(7);
  });

  it("is read once in a process, although test files load its module again", async () => {
    vi.resetModules();
    const again = await import("./knowledge");
    expect(again.getKnowledge()).toBe(knowledge);
  });

  it("is a file of sections that can be packed and read again", () => {
    const file = readFileSync(rootPath(KNOWLEDGE_FILE));
    expect(packKnowledge(unpackKnowledge(file)).equals(file)).toBe(true);
  });
});
