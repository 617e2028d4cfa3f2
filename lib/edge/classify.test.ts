import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Endpoint } from "@/lib/http/endpoint";
import { classifier, publicFiles } from "./classify";

const endpoint = (path: string, kind?: "probe") => ({ path, kind }) as Endpoint;
const classify = classifier(new Set(["/robots.txt", "/api/looks-like.json"]), [
  endpoint("/livez", "probe"),
  endpoint("/health"),
  endpoint("/.well-known/jwks.json"),
]);

it.each([
  ["/livez", "free"],
  ["/robots.txt", "free"],
  ["/_next/static/chunks/a.js", "free"],
  ["/health", "api"],
  ["/.well-known/jwks.json", "api"],
  ["/api/agents/directory", "api"],
  ["/api/nobody/declared/this", "api"],
  ["/", "page"],
  ["/agents", "page"],
  ["/livez/", "page"],
  ["/health/", "page"],
  ["/apiary", "page"],
  ["/_next/image", "page"],
  ["/_nextish", "page"],
])("%s is %s", (asked, traffic) => {
  expect(classify(asked)).toBe(traffic);
});

it("knows the public files as they are asked for, in every folder", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-public-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  await mkdir(path.join(directory, "evidence", "2026"), { recursive: true });
  await writeFile(path.join(directory, "robots.txt"), "");
  await writeFile(path.join(directory, "evidence", "2026", "a.pdf"), "");
  expect(await publicFiles(directory)).toEqual(new Set(["/robots.txt", "/evidence/2026/a.pdf"]));
});

it("does without a folder of public files", async () => {
  expect(await publicFiles("/nowhere/at/all")).toEqual(new Set());
});
