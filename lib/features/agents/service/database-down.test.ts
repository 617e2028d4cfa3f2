import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as grantTier } from "@/app/api/agent/[did]/tier/route";
import { POST as join } from "@/app/api/agent/join/route";
import { POST as register } from "@/app/api/agent/register/route";
import { GET as profile } from "@/app/api/agents/[did]/route";
import { GET as directory } from "@/app/api/agents/directory/route";
import { GET as searchAgents } from "@/app/api/agents/search/route";
import { GET as leaderboard } from "@/app/api/leaderboard/route";
import { runInScope } from "@/lib/authority/context";
import { makeToken } from "@/lib/authority/tokens";
import { openClient } from "@/lib/database/client";
import { closeDatabase, setDatabaseClient } from "@/lib/database/open";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { get, post } from "@/lib/testing/call";

beforeAll(() => {
  setDatabaseClient(openClient({ socket: "/nowhere/database.sock" }));
});
afterAll(() => closeDatabase());

const did = "did:fed:s1:unlucky";
const params = { did };
const token = makeToken("operator");
/** Runs as if the edge had already identified the caller, so that the failure is in the verb. */
const authenticated = <T>(request: () => T) =>
  runInScope(
    {
      requestId: "test",
      address: "",
      event: {},
      authenticated: { caller: operatorCaller(), at: performance.now() },
    },
    request,
  );

describe("while the database is down", () => {
  it.each([
    ["join, whose token cannot be checked", () => post(join, { did }, { token })],
    ["join", () => authenticated(() => post(join, { did }, { token }))],
    ["register, whose token cannot be checked", () => post(register, { did }, { token })],
    ["register", () => authenticated(() => post(register, { did }, { token }))],
    ["a tier grant", () => authenticated(() => post(grantTier, { tier: "T2", reason: "test" }, { params, token }))],
    ["the directory", () => get(directory)],
    ["a search", () => get(directory, { q: "atlas" })],
    ["a search of what agents do", () => get(searchAgents, { q: "atlas" })],
    ["the leaderboard", () => get(leaderboard)],
    ["a profile", () => get(profile, {}, params)],
  ])("%s returns 500 DB error and nothing about the cause", async (_, request) => {
    const { status, body, headers } = await request();
    expect([status, headers.get("retry-after")]).toEqual([500, "5"]);
    expect(body).toEqual({ error: "DB error", code: "DB_ERROR" });
  });

  it.each([
    ["no token", () => post(join, { did }), 401],
    ["a token that cannot be one", () => post(join, { did }, { token: "fgs_agt_typo" }), 401],
    ["a body without a did", () => authenticated(() => post(join, {})), 400],
    ["a profile's address that no DID can have", () => get(profile, {}, { did: "nul\0" }), 404],
  ])("works without the database: %s", async (_, request, status) => {
    expect((await request()).status).toBe(status);
  });
});
