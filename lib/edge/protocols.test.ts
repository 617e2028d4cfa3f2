import { expect, it } from "vitest";
import { z } from "zod";
import { ardShape, jsonRpcShape, type Protocol } from "@/lib/http/protocol";
import { Protocols } from "./protocols";

const tree: Protocol = { base: "/api/ard/", shape: ardShape, errorBody: z.object() };
const single: Protocol = { base: "/api/mcp", shape: jsonRpcShape, errorBody: z.object() };
const inner: Protocol = { base: "/api/ard", shape: jsonRpcShape, errorBody: z.object() };
const protocols = new Protocols([
  { path: "/api/ard", protocol: inner },
  { path: "/api/ard/{did}", protocol: inner },
  { path: "/api/ard/agents/{id}", protocol: tree },
  { path: "/api/ard/search", protocol: tree },
  { path: "/.well-known/ard.json", protocol: tree },
  { path: "/api/mcp", protocol: single },
  { path: "/api/agents/{did}" },
]);

it.each([
  ["/api/ard/search", tree],
  ["/api/ard/search?pageSize=1", tree],
  ["/api/ard/", tree],
  ["/api/ard/nobody/declared/this", tree],
  ["/api/ard/agents/%zz", tree],
  ["/api/ard/did:a:b:c", inner],
  ["/api/ard/%zz?x", inner],
  ["/api/ard/did:a:b:c/x", tree],
  ["/.well-known/ard.json", tree],
  ["/api/mcp", single],
  ["/api/mcp?x", single],
  ["/api/ard", inner],
  ["/api/mcp/x", undefined],
  ["/.well-known/agent.json", undefined],
  ["/api/agents/x", undefined],
  ["", undefined],
])("%s belongs to its protocol", (asked, protocol) => {
  expect(protocols.of(asked)).toBe(protocol);
});
