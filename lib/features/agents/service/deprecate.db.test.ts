import { describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import * as directory from "@/lib/features/directory/contract";
import { send } from "@/lib/testing/routes";
import * as contract from "../contract";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { joinAgent } from "./join";
import { withdrawAgent } from "./withdraw";

const database = testDatabase();
const { ctx, registered, tokenOf, operatorToken, actsOn } = memberFixtures(database);

async function deprecate(did: string, token: string, body: object = {}) {
  const response = await send(contract.deprecateAgent, { params: { did }, token, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const profileOf = async (did: string) =>
  (await (await send(contract.getAgent, { params: { did } })).json()) as Record<string, unknown>;

describe("POST /api/agent/{did}/deprecate", () => {
  it("marks an active agent with its successor until that is lifted; each is an act and raises the revision", async () => {
    const [did, successor] = [await registered(), await registered()];
    const token = await tokenOf(did);
    const { revision } = await profileOf(did);
    const { status, body } = await deprecate(did, token, { successor, reason: "A newer one is there." });
    const marked = { status: "active", successor, deprecation: { reason: "A newer one is there." } };
    expect([status, body]).toMatchObject([200, { ...marked, revision: Number(revision) + 1 }]);
    expect(body["deprecated_at"]).toEqual(expect.any(String));
    expect(await profileOf(did)).toEqual(body);
    const response = await send(directory.listDirectory, { query: `q=${did}` });
    expect(await response.json()).toMatchObject({ agents: [{ did, successor, deprecated_at: body["deprecated_at"] }] });

    const other = await registered();
    const again = await deprecate(did, token, { successor: other });
    expect(again.body).toMatchObject({ successor: other, deprecated_at: body["deprecated_at"] });
    expect(await deprecate(did, token, { successor: other })).toMatchObject({ status: 409 });

    const lifted = await deprecate(did, token, { deprecated: false });
    expect(lifted.body).toMatchObject({ status: "active", revision: Number(revision) + 3 });
    for (const name of ["deprecated_at", "successor", "deprecation"]) expect(lifted.body).not.toHaveProperty(name);
    expect(await deprecate(did, token, { deprecated: false })).toMatchObject({ status: 409 });
    expect((await actsOn(did)).slice(1)).toEqual(["agent.deprecated", "agent.deprecated", "agent.deprecation_lifted"]);
  });

  it("accepts only another known, active agent as successor", async () => {
    const did = await registered();
    const token = await tokenOf(did);
    const joined = freshDid();
    await joinAgent(ctx(), { did: joined });
    const withdrawn = await registered();
    await withdrawAgent(ctx(), { did: withdrawn, withdrawn: true, reason: "" });
    for (const successor of [did, freshDid(), joined, withdrawn]) {
      const refused = await deprecate(did, token, { successor });
      expect(refused, successor).toMatchObject({ status: 400, body: { fields: ["successor"] } });
    }
    expect((await deprecate(did, token, { successor: "no did" })).status).toBe(400);
    expect(await profileOf(did)).not.toHaveProperty("deprecated_at");
    expect((await deprecate(did, token)).status).toBe(200);
  });

  it("rejects a loop of successors, also if it is closed by two concurrent calls", async () => {
    const token = await operatorToken();
    const [a, b, c] = [await registered(), await registered(), await registered()];
    expect((await deprecate(a, token, { successor: b })).status).toBe(200);
    expect((await deprecate(b, token, { successor: c })).status).toBe(200);
    expect(await deprecate(c, token, { successor: a })).toMatchObject({ status: 400, body: { fields: ["successor"] } });
    // Two edges, which close a loop only together: d to a, and c to d.
    const d = await registered();
    const ends = await Promise.all([deprecate(d, token, { successor: a }), deprecate(c, token, { successor: d })]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it("is the owner's, of an active agent only", async () => {
    const did = await registered(freshDid(), "Own Works");
    const other = await issueCredential(ctx(), { kind: "provider", organisation: "Other Works", label: "" });
    for (const token of [await tokenOf(await registered()), other.token]) {
      expect(await deprecate(did, token)).toMatchObject({ status: 403, body: { code: "DID_MISMATCH" } });
    }
    const joined = freshDid();
    await joinAgent(ctx(), { did: joined });
    expect((await deprecate(joined, await tokenOf(joined))).status).toBe(409);
    expect((await deprecate(freshDid(), await operatorToken())).status).toBe(404);
    expect(await actsOn(did)).toEqual([]);
  });
});
