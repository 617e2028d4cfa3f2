import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { about, parseSettings, Settings } from "@/lib/foundation/env";
import { DOCUMENTS } from "./documents";

it.each(Object.entries(DOCUMENTS))("%s is as npm run documents writes it", (file, compose) => {
  expect(readFileSync(file, "utf8")).toBe(compose());
});

it("every example of a setting is valid", () => {
  const examples = Object.entries(Settings.shape).map(([name, schema]) => [name, about.get(schema)?.example]);
  expect(() => parseSettings(Object.fromEntries(examples))).not.toThrow();
});
