import { expect, it } from "vitest";
import { isNotBrowser } from "./program-errors";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

it.each([
  ["/nowhere", undefined, false],
  ["/nowhere", "*/*", false],
  ["/nowhere", BROWSER, false],
  ["/nowhere", "application/json, text/*;q=0.5", false],
  ["/nowhere", "application/json", true],
  ["/nowhere", "application/json, text/html;q=0", true],
  ["/nowhere", "application/json, */*; q=0.0", true],
  ["/nowhere", "text/html5", true],
  ["/api", BROWSER, true],
  ["/api/nope", BROWSER, true],
  ["/.well-known/agent-card.json", BROWSER, true],
  ["/v0.1/servers/versions", BROWSER, true],
  ["/v0.10", BROWSER, false],
  ["/apiary", BROWSER, false],
])("%s with Accept %s is asked for by a program: %s", (path, accept, program) => {
  expect(isNotBrowser(path, accept)).toBe(program);
});
