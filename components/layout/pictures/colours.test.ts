import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LIGHT } from "./colours";

it("pictures and pages have the same colours", () => {
  const tokens = readFileSync("app/tokens.css", "utf8");
  const light = Object.keys(LIGHT).map((name) => [
    name,
    new RegExp(`^ *--${name}: light-dark\\((#\\w+)`, "m").exec(tokens)?.[1],
  ]);
  expect(Object.fromEntries(light)).toEqual(LIGHT);
});
