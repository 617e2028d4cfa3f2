import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { freshDid, memberFixtures } from "@/lib/features/agents/testing/fixtures";
import type { Endpoint } from "@/lib/http/endpoint";
import { isForbiddenWhile } from "@/lib/identity/permissions";
import { OPERATIONS } from "@/lib/portal/contract";
import { type Sent, send } from "@/lib/testing/routes";

const database = testDatabase();
const { ctx, registered, tokenOf } = memberFixtures(database);
const ORGANISATION = "Lattice Works";
let did: string;
const proof = { challenge: "c".repeat(43), signature: "s".repeat(86) };
let tokens: { agent: string; organisation: string };
let other: string;
const acting = () => ({ ...ctx(), caller: operatorCaller() });
/** How an agent gets into each state, and out of it. */
const STATES = {
  suspended: {
    hold: () => setStatus(acting(), { did, status: "suspended", reason: "Looked into." }),
    free: () => setStatus(acting(), { did, status: "active", reason: "Nothing found." }),
  },
  withdrawn: {
    hold: () => withdrawAgent(acting(), { did, withdrawn: true, reason: "" }),
    free: () => withdrawAgent(acting(), { did, withdrawn: false, reason: "" }),
  },
};

/** The input in the agent's name for each verb that stores; the calls of its organisation name it, too. */
const storing = (): Record<string, Sent> => ({
  joinAgent: { body: { did } },
  registerAgent: { body: { did } },
  updateAgent: { params: { did }, body: { role: "r" } },
  pullAgentCard: { params: { did }, body: {} },
  withdrawAgent: { params: { did }, body: {} },
  deprecateAgent: { params: { did }, body: {} },
  challengeKey: { params: { did } },
  proveKey: { params: { did }, body: proof },
  proveDomain: { params: { did }, body: { host: "held.example" } },
  giveUpDomain: { params: { did }, body: { host: "held.example" } },
  recordAudit: { body: { did: other, auditor: did, verdict: "fail" } },
  routeIntent: { body: { src_did: did, intent: "summarise" } },
  sendEvent: { body: { src_did: did, intent: "summarise" } },
  sendEvents: { body: { events: [{ src_did: did, intent: "summarise" }] } },
  anchorPayload: { body: { did, payload: 1 } },
  anchorBatch: { body: { anchors: [{ did, payload: 1 }] } },
  openIncident: { body: { title: "t", severity: "LOW", reporter: did } },
  confirmIncident: { params: { id: "1" }, body: { note: "n", confirmer: did } },
  updateIncident: { params: { id: "1" }, body: { note: "n", author: did } },
  reviewRfc: { params: { number: "1" }, body: { verdict: "comment", text: "t", reviewer: did } },
  addWebhook: { body: { url: "https://hooks.example/" } },
  decideWebhook: { params: { id: randomUUID() }, body: { action: "pause" } },
});
/** Verbs that name no agent: an organisation acts in its own name there, with the tier of its active agents. */
const OWN_NAME = ["addWebhook", "decideWebhook"];
const reading = (): Record<string, Sent> => ({
  verifyTrust: { body: { did } },
  queryAnchors: { body: { kind: "anchor" } },
  readInbox: { query: `did=${did}` },
  getOwnCredential: {},
  listOwnAgents: {},
  listOwnActs: {},
  listOwnDomains: { params: { did } },
  listWebhooks: {},
  acknowledgeEvents: { body: { did, cursor: 0 } },
});

async function answerTo(name: string, sent: Sent | undefined, token: string) {
  const endpoint: Endpoint = OPERATIONS[name as keyof typeof OPERATIONS];
  const response = await send(endpoint, { ...sent, token });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe.each(["suspended", "withdrawn"] as const)("an agent that is %s", (state) => {
  const verbs = Object.values<Endpoint>(OPERATIONS).filter(
    ({ permission }) => permission && isForbiddenWhile(state, permission),
  );
  const expectedError = { error: `Agent ${state}`, code: state.toUpperCase() };
  beforeAll(async () => {
    await ensureSigningKey(database(), undefined, new Date());
    const organisation = `${ORGANISATION} ${state}`;
    did = await registered(freshDid(state), organisation);
    other = await registered();
    await grantTier(ctx(), { did, tier: "T4", reason: "Known." });
    const { token } = await issueCredential(ctx(), { kind: "provider", organisation, label: "" });
    tokens = { agent: await tokenOf(did), organisation: token };
    await STATES[state].hold();
  });

  it("has every verb that stores tried here", () => {
    const unrefused = state === "withdrawn" ? ["withdrawAgent"] : [];
    const tried = Object.keys(storing()).filter((name) => !unrefused.includes(name));
    expect(verbs.map(({ operationId }) => operationId).toSorted()).toEqual(tried.toSorted());
  });

  it.each(verbs.map(({ operationId }) => operationId))(
    "is denied %s, by its own token and by its organisation's",
    async (name) => {
      for (const [owner, token] of Object.entries(tokens)) {
        const { status, body } = await answerTo(name, storing()[name], token);
        if (owner === "organisation" && OWN_NAME.includes(name)) {
          expect([status, body["code"]]).toEqual([403, "TRUST_TOO_LOW"]);
          continue;
        }
        // A batch rejects each event separately; an agent's whole batch is its own.
        const [item] = (body["results"] as (typeof body)[] | undefined) ?? [];
        if (item) expect(item).toMatchObject({ status: "refused", ...expectedError });
        else expect({ status, ...body }).toMatchObject({ status: 403, ...expectedError });
      }
    },
  );

  it.each(Object.keys(reading()))("can still use %s", async (name) => {
    for (const token of Object.values(tokens)) expect((await answerTo(name, reading()[name], token)).status).toBe(200);
  });

  it("lends its organisation no tier to act with", async () => {
    const { status, body } = await answerTo("anchorPayload", { body: { payload: 1 } }, tokens.organisation);
    expect([status, body["code"]]).toEqual([403, "TRUST_TOO_LOW"]);
  });

  it("may rotate its own credential", async () => {
    const { status, body } = await answerTo("rotateOwnCredential", { body: { grace_seconds: 0 } }, tokens.agent);
    expect(status).toBe(201);
    tokens.agent = String(body["token"]);
  });

  it("acts again once it is active", async () => {
    await STATES[state].free();
    for (const token of Object.values(tokens)) {
      expect((await answerTo("anchorPayload", storing()["anchorPayload"], token)).status).toBe(201);
    }
  });
});
