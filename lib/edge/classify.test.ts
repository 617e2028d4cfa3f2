import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { Endpoint } from "@/lib/http/endpoint";
import { ardShape, type Protocol } from "@/lib/http/protocol";
import { classifier, publicFiles } from "./classify";

const endpoint = (path: string, kind?: "probe") => ({ path, kind }) as Endpoint;
const A2A: Protocol = { base: "/a2a/", shape: ardShape, errorBody: z.object() };
const files = new Map(
  ["/robots.txt", "/api/looks-like.json", "/_next/static/chunks/a.js", "/_next/static/chunks/[did].js"].map((asked) => [
    asked,
    `/srv${asked}`,
  ]),
);
const endpoints = [
  endpoint("/livez", "probe"),
  endpoint("/health"),
  endpoint("/.well-known/jwks.json"),
  endpoint("/agents/{did}.atom"),
  { ...endpoint("/a2a/{did}/message:send"), protocol: A2A },
  { ...endpoint("/log/{log}/checkpoint") },
  { ...endpoint("/log/{log}/tile/{level}/{index}"), rest: "index", isImmutable: true as const },
];
const classify = classifier(files, endpoints, false);

it.each([
  ["/livez", "probe"],
  ["/robots.txt", "file"],
  ["/_next/static/chunks/a.js", "file"],
  ["/_next/static/chunks/%5Bdid%5D.js", "file"],
  ["/_next/static/chunks/b.js", "missing"],
  ["/_next/static/", "missing"],
  ["/_next/static/chunks/%2e%2e%2fa.js", "missing"],
  ["/health", "api"],
  ["/api", "api"],
  ["/.well-known/nobody-declared-this", "api"],
  ["/.well-known/jwks.json", "api"],
  ["/api/agents/directory", "api"],
  ["/api/nobody/declared/this", "api"],
  ["/agents/did:a:b:c.atom", "api"],
  ["/a2a/did:a:b:c/message:send", "api"],
  ["/a2a/nobody/declared/this", "api"],
  ["/log/a/checkpoint", "api"],
  ["/log/a/tile/0/000", "immutable"],
  ["/log/a/tile/entries/x001/x234/067", "immutable"],
  ["/log/a/tile/0/000.p/7", "api"],
  ["/log/a/tile/0/000%2Ep/7", "api"],
  ["/log/a/tile/0/000.p%2F7", "api"],
  ["/log/a/tile/0", "page"],
  ["/a2a", "page"],
  ["/agents/did:a:b:c", "page"],
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

it("leaves it to Next in development which files there are", () => {
  expect(classifier(new Map(), endpoints, true)("/_next/static/chunks/b.js")).toBe("file");
});

it("knows the public files as they are asked for, in every folder", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-public-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  await mkdir(path.join(directory, "evidence", "2026"), { recursive: true });
  await writeFile(path.join(directory, "robots.txt"), "");
  await writeFile(path.join(directory, "evidence", "2026", "a.pdf"), "");
  expect(await publicFiles(directory)).toEqual(
    new Map(["/robots.txt", "/evidence/2026/a.pdf"].map((asked) => [asked, path.join(directory, asked)])),
  );
});

it("does without a folder of public files", async () => {
  expect(await publicFiles("/nowhere/at/all")).toEqual(new Map());
});
