import { beforeAll, describe, expect, it } from "vitest";
import { issueCredential } from "@/lib/access/service/credentials";
import { grantTier } from "@/lib/agents/service/grant-tier";
import { setStatus } from "@/lib/agents/service/set-status";
import { freshDid, membersOn } from "@/lib/agents/testing/members";
import { testDatabase } from "@/lib/db/testing/test-database";
import type { Endpoint } from "@/lib/http/endpoint";
import { refusesSuspended } from "@/lib/permissions";
import { type Sent, send } from "@/lib/testing/routes";
import { ensureSigningKey } from "@/lib/trust/service/keys";
import { OPERATIONS } from "./contract";

const database = testDatabase();
const { ctx, registered, tokenOf } = membersOn(database);
const ORGANISATION = "Lattice Works";
const did = freshDid("suspended");
const proof = { challenge: "c".repeat(43), signature: "s".repeat(86) };
let tokens: { agent: string; organisation: string };
let other: string;

/** What each verb that stores is sent in the agent's name; the calls of its organisation name it, too. */
const storing = (): Record<string, Sent> => ({
  joinAgent: { body: { did } },
  registerAgent: { body: { did } },
  updateAgent: { params: { did }, body: { role: "r" } },
  challengeKey: { params: { did } },
  proveKey: { params: { did }, body: proof },
  recordAudit: { body: { did: other, auditor: did, verdict: "fail" } },
  routeIntent: { body: { src_did: did, intent: "summarise" } },
  sendEvent: { body: { src_did: did, intent: "summarise" } },
  sendEvents: { body: { events: [{ src_did: did, intent: "summarise" }] } },
  anchorPayload: { body: { did, payload: 1 } },
  anchorBatch: { body: { anchors: [{ did, payload: 1 }] } },
  openIncident: { body: { title: "t", severity: "LOW", reporter: did } },
  confirmIncident: { params: { id: "1" }, body: { note: "n", confirmer: did } },
  reviewRfc: { params: { number: "1" }, body: { verdict: "comment", text: "t", reviewer: did } },
});
const reading = (): Record<string, Sent> => ({
  verifyTrust: { body: { did } },
  queryAnchors: { body: { kind: "anchor" } },
  readInbox: { query: `did=${did}` },
  acknowledgeEvents: { body: { did, cursor: 0 } },
});

beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  await registered(did, ORGANISATION);
  other = await registered();
  await grantTier(ctx(), { did, tier: "T4", reason: "Known." });
  const { token } = await issueCredential(ctx(), { kind: "provider", organisation: ORGANISATION, label: "" });
  tokens = { agent: await tokenOf(did), organisation: token };
  await setStatus(ctx(), { did, status: "suspended", reason: "Looked into." });
});

async function answerTo(name: string, sent: Sent | undefined, token: string) {
  const endpoint: Endpoint = OPERATIONS[name as keyof typeof OPERATIONS];
  const response = await send(endpoint, { ...sent, token });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe("a suspended agent", () => {
  const verbs = Object.values<Endpoint>(OPERATIONS).filter(
    ({ permission }) => permission && refusesSuspended(permission),
  );

  it("has every verb that stores tried here", () => {
    expect(verbs.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(storing()).toSorted());
  });

  it.each(verbs.map(({ operationId }) => operationId))(
    "is refused %s, by its own token and by its organisation's",
    async (name) => {
      for (const token of Object.values(tokens)) {
        const { status, body } = await answerTo(name, storing()[name], token);
        // A batch refuses each event by itself; an agent's whole batch is its own.
        const [item] = (body["results"] as (typeof body)[] | undefined) ?? [];
        if (item) expect(item).toMatchObject({ status: "refused", error: "Agent suspended", code: "SUSPENDED" });
        else expect({ status, ...body }).toMatchObject({ status: 403, error: "Agent suspended", code: "SUSPENDED" });
      }
    },
  );

  it.each(Object.keys(reading()))("is still answered %s", async (name) => {
    for (const token of Object.values(tokens)) expect((await answerTo(name, reading()[name], token)).status).toBe(200);
  });

  it("lends its organisation no tier to act with", async () => {
    const { status, body } = await answerTo("anchorPayload", { body: { payload: 1 } }, tokens.organisation);
    expect([status, body["code"]]).toEqual([403, "TRUST_TOO_LOW"]);
  });

  it("acts again once it is reinstated", async () => {
    await setStatus(ctx(), { did, status: "active", reason: "Nothing found." });
    for (const token of Object.values(tokens)) {
      expect((await answerTo("anchorPayload", storing()["anchorPayload"], token)).status).toBe(201);
    }
  });
});
