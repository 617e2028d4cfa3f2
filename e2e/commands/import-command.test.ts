import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { card, type Federation, newFederation } from "../http/federation";

const federations: Federation[] = [];

async function federation(): Promise<Federation> {
  const one = await newFederation({ empty: true });
  federations.push(one);
  return one;
}

afterEach(async () => {
  for (const one of federations.splice(0)) await one.cleanUp();
});

describe("a dry run", () => {
  it("stores nothing, and creates no database", async () => {
    const fed = await federation();
    const file = await fed.list("cards.jsonl", [card(1), card(2), "{}"]);
    const { code, output } = await fed.run("--dry-run", file);
    expect([code, output]).toEqual([1, "Dry run, nothing stored: 2 registered, 0 updated, 0 unchanged, 1 refused\n"]);
    expect(existsSync(path.join(fed.directory, "postgres"))).toBe(false);
    await fed.run(await fed.list("other.jsonl", [card(3)]));
    expect((await fed.run("--dry-run", file)).output).toContain("2 registered");
    expect((await fed.run(file)).output).toContain("2 registered");
    expect((await fed.run("--dry-run", file)).output).toContain("2 unchanged");
  });
});

it("an invalid command exits with 2 and prints the usage", async () => {
  const fed = await federation();
  const wrong = [["--dry-run"], ["no-such-file.jsonl"], ["lib"], ["--report"]];
  for (const { code, errors } of await Promise.all(wrong.map((parameters) => fed.run(...parameters)))) {
    expect(code).toBe(2);
    expect(errors).toContain("Usage: npm run import -- ");
    expect(errors).not.toMatch(/\n\s+at /);
  }
});

it("of a folder only the .json and .jsonl files are imported", async () => {
  const fed = await federation();
  const folder = path.join(fed.directory, "records");
  await mkdir(folder);
  await fed.list("records/b.json", [card(1)]);
  await fed.list("records/a.jsonl", [card(2), card(3)]);
  await fed.list("records/readme.md", ["none"]);
  expect((await fed.run("--dry-run", folder)).output).toContain("3 registered, 0 updated, 0 unchanged, 0 refused");
  expect((await fed.run("--dry-run", fed.directory)).errors).toContain("There is no .json or .jsonl file in ");
});

it("an import without a database exits with 1 and a sentence", async () => {
  const fed = await federation();
  const file = await fed.list("cards.jsonl", [card(1)]);
  fed.env["DATABASE_URL"] = "postgres://nobody@127.0.0.1:1/none";
  const { code, output, errors } = await fed.run(file);
  expect([code, output]).toEqual([1, "0 registered, 0 updated, 0 unchanged, 0 refused\n"]);
  expect(errors).toMatch(/^The import stopped: .+\n$/);
});
