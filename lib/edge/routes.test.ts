import { expect, it } from "vitest";
import { Routes } from "./routes";

const routes = new Routes([
  { path: "/health", method: "GET" },
  { path: "/api/agents/{did}", method: "GET" },
  { path: "/api/agents/{did}", method: "POST" },
  { path: "/api/agents/directory", method: "GET" },
  { path: "/api/agents/{did}/history", method: "GET" },
  { path: "/releases.json", method: "GET" },
  { path: "/agents/{did}.atom", method: "GET" },
  { path: "/a2a/{did}/tasks/{id}", method: "GET" },
  { path: "/a2a/{did}/tasks/{id}:cancel", method: "POST" },
  { path: "/a2a/{did}/configs/{id}", method: "DELETE" },
  { path: "/a2a/{did}/message:send", method: "POST" },
  { path: "/a2a/{did}/{rest}", method: "GET" },
  { path: "/log/{log}/checkpoint", method: "GET" },
  { path: "/log/{log}/tile/{level}/{index}", method: "GET", rest: "index" },
]);

it.each([
  ["/health", "/health", ["GET", "HEAD", "OPTIONS"], {}],
  ["/api/agents/directory", "/api/agents/directory", ["GET", "HEAD", "OPTIONS"], {}],
  ["/api/agents/did:a:b:c", "/api/agents/{did}", ["GET", "HEAD", "POST", "OPTIONS"], { did: "did:a:b:c" }],
  [
    "/api/agents/did%3Aa%3Ab%2Fc/history",
    "/api/agents/{did}/history",
    ["GET", "HEAD", "OPTIONS"],
    { did: "did:a:b/c" },
  ],
  ["/agents/did:a:b:c.d.atom", "/agents/{did}.atom", ["GET", "HEAD", "OPTIONS"], { did: "did:a:b:c.d" }],
  ["/agents/did:a:b:c.atom.atom", "/agents/{did}.atom", ["GET", "HEAD", "OPTIONS"], { did: "did:a:b:c.atom" }],
  ["/a2a/x/tasks/7", "/a2a/{did}/tasks/{id}", ["GET", "HEAD", "OPTIONS"], { did: "x", id: "7" }],
  ["/a2a/x/tasks/7:cancel", "/a2a/{did}/tasks/{id}:cancel", ["POST", "OPTIONS"], { did: "x", id: "7" }],
  ["/a2a/x/configs/7", "/a2a/{did}/configs/{id}", ["DELETE", "OPTIONS"], { did: "x", id: "7" }],
  ["/a2a/x/message:send", "/a2a/{did}/message:send", ["POST", "OPTIONS"], { did: "x" }],
  ["/a2a/x/message:stream", "/a2a/{did}/{rest}", ["GET", "HEAD", "OPTIONS"], { did: "x", rest: "message:stream" }],
  ["/api/agents/%2525", "/api/agents/{did}", ["GET", "HEAD", "POST", "OPTIONS"], { did: "%25" }],
  ["/log/a/checkpoint", "/log/{log}/checkpoint", ["GET", "HEAD", "OPTIONS"], { log: "a" }],
  [
    "/log/a/tile/0/x001/067.p/9",
    "/log/{log}/tile/{level}/{index}",
    ["GET", "HEAD", "OPTIONS"],
    { log: "a", level: "0", index: "x001/067.p/9" },
  ],
  [
    "/log/a/tile/0/x001%2F067",
    "/log/{log}/tile/{level}/{index}",
    ["GET", "HEAD", "OPTIONS"],
    { log: "a", level: "0", index: "x001/067" },
  ],
])("%s leads to %s, which takes %j", (path, template, methods, params) => {
  const rest = template === "/log/{log}/tile/{level}/{index}" ? "index" : undefined;
  expect(routes.find(path)).toEqual({ template, rest, methods, params });
});

it.each([
  "/releasesxjson",
  "/api/agents/",
  "/api/agents/a/b",
  "/healthy",
  "/health/",
  "/api/%61gents/a",
  "/agents/.atom",
  "/agents/a%2Eatom",
  "/log/a/tile/0",
  "/log/a/tile/0/",
])("%s leads nowhere", (path) => {
  expect(routes.find(path)).toBeNull();
});
