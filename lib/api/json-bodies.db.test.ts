import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { agents } from "@/lib/database/schema/agents";
import { incidents } from "@/lib/database/schema/incidents";
import { ledgerEntries } from "@/lib/database/schema/ledger";
import { relayEvents } from "@/lib/database/schema/relay";
import { registerAgent } from "@/lib/features/agents/contract";
import * as anchorContract from "@/lib/features/anchors/contract";
import { anchorFixtures } from "@/lib/features/anchors/testing/fixtures";
import { recordAudit } from "@/lib/features/council/contract";
import { openIncident } from "@/lib/features/incidents/contract";
import { sendEvent, sendEvents } from "@/lib/features/relay/contract";
import { callMcp } from "@/lib/features/status/contract";
import type { Endpoint } from "@/lib/http/endpoint";
import { sendToDoor } from "@/lib/interop/a2a/contract";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { payloadCommitment } from "@/lib/ledger/entry";
import { sha256 } from "@/lib/ledger/sha256";
import { ROUTED_ENDPOINTS } from "@/lib/portal/contract";
import { send } from "@/lib/testing/routes";

const { database, operator, agentAt } = anchorFixtures();
const HEADERS = { host: "localhost", "a2a-version": "1.0" };
let did: string;
let auditor: string;
beforeAll(async () => {
  ({ did } = await agentAt("T3"));
  ({ did: auditor } = await agentAt("T4"));
});

async function ask(endpoint: Endpoint, body: string) {
  const response = await send(endpoint, { token: operator(), params: { did, id: "1" }, headers: HEADERS, body });
  return { status: response.status, text: await response.text() };
}

/** The number of rows of every kind that a request of this file could store. */
const stored = () =>
  Promise.all([agents, incidents, ledgerEntries, relayEvents].map((table) => database().$count(table)));

const WITH_BODY = ROUTED_ENDPOINTS.filter(({ body, bodyType }) => body !== undefined && bodyType === undefined);

describe("every operation with a body", () => {
  it.each(WITH_BODY.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s rejects a number that a double does not keep, and a member that occurs twice",
    async (_, endpoint) => {
      for (const [body, field] of [
        ['{"extra":{"n":[1,9007199254740993]}}', "extra.n[1]"],
        ['{"extra":{"a":1,"n":1,"\\u006e":2}}', "extra.n"],
      ] as const) {
        const { status, text } = await ask(endpoint, body);
        // Over JSON-RPC, a fault of an A2A message has the status 200.
        const isRpc = text.includes('"jsonrpc"') && endpoint !== callMcp;
        expect(status, text).toBe(isRpc ? 200 : 400);
        expect(text).toContain(`\`${field}\``);
        if (endpoint.kind !== "protocol") expect(JSON.parse(text)).toMatchObject({ fields: [field] });
      }
    },
  );
});

/** Each operation that stores free-form JSON, with a valid body in which `FREE` is such JSON, and its path. */
const message = () => ({ messageId: randomUUID(), role: "ROLE_USER", parts: [{ data: "FREE" }] });
const event = () => ({ src_did: did, intent: "keep a number", payload: { kept: "FREE" } });
const BODIES: { name: string; endpoint: Endpoint; body: () => object; path: string; error?: string }[] = [
  { name: "an anchor", endpoint: anchorContract.anchorPayload, body: () => ({ payload: "FREE" }), path: "payload" },
  {
    ...{ name: "a batch of anchors", endpoint: anchorContract.anchorBatch, path: "anchors[0].payload" },
    body: () => ({ anchors: [{ payload: "FREE" }] }),
  },
  { name: "an event", endpoint: sendEvent, body: event, path: "payload.kept", error: "MVSS invalid" },
  {
    ...{ name: "an event's extension", endpoint: sendEvent, path: "kept", error: "MVSS invalid" },
    body: () => ({ ...event(), payload: {}, kept: "FREE" }),
  },
  {
    ...{ name: "several events", endpoint: sendEvents, path: "events[0].payload.kept" },
    body: () => ({ events: [event()] }),
  },
  {
    ...{ name: "an audit", endpoint: recordAudit, path: "findings[0].kept" },
    body: () => ({ did, auditor, findings: [{ kept: "FREE" }] }),
  },
  {
    ...{ name: "an incident", endpoint: openIncident, path: "kept" },
    body: () => ({ title: "Numbers change", severity: "MAJOR", kept: "FREE" }),
  },
  {
    ...{ name: "a registration", endpoint: registerAgent, path: "capability_manifest.kept" },
    body: () => ({ did: `did:fed:s1:${randomUUID()}`, capability_manifest: { kept: "FREE" } }),
  },
  {
    ...{ name: "an A2A message", endpoint: sendToDoor, path: "message.parts[0].data" },
    body: () => ({ message: message(), metadata: { src_did: auditor }, configuration: { returnImmediately: true } }),
  },
  {
    ...{ name: "an MCP tool call", endpoint: callMcp, path: "params.arguments.payload.kept" },
    body: () => ({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "send_event", arguments: event() },
    }),
  },
];

describe("free-form JSON in", () => {
  it.each(BODIES)("$name is rejected, and nothing is stored", async ({ endpoint, body, path, error }) => {
    const before = await stored();
    for (const [free, field] of [
      ["9007199254740993", path],
      ["[0, -1e400]", `${path}[1]`],
      ['{"n": 0.1000000000000000000001}', `${path}.n`],
      ['{"n": 1e-400}', `${path}.n`],
      ['{"n": 1, "m": {"n": 2}, "\\u006e": 1}', `${path}.n`],
    ] as const) {
      const { status, text } = await ask(endpoint, JSON.stringify(body()).replace('"FREE"', free));
      expect([status, text]).toEqual([400, expect.stringContaining(`\`${field}\``)]);
      if (endpoint.kind === "protocol") continue;
      expect(JSON.parse(text)).toMatchObject({ error: error ?? "Validation error", fields: [field] });
    }
    expect(await stored()).toEqual(before);
  });

  it.each(BODIES)("$name is stored with every number that a double keeps", async ({ endpoint, body }) => {
    const before = await stored();
    const free = "[0.1, 1.0, -0, 1E+2, 1e300, 5e-324, 9007199254740992, 0.10000000000000001, 12.50]";
    const { status, text } = await ask(endpoint, JSON.stringify(body()).replace('"FREE"', free));
    expect(status, text).toBeLessThan(300);
    expect(await stored()).not.toEqual(before);
  });
});

it("an anchor's numbers are stored and hashed in the form that RFC 8785 gives them", async () => {
  for (const [written, value] of [
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 2 ** 53],
    ["-9007199254740994.0", -(2 ** 53) - 2],
    ["1E+2", 100],
    ["1e300", 1e300],
    ["100000000000000000000", 1e20],
    ["5e-324", 5e-324],
    ["1.7976931348623157e308", Number.MAX_VALUE],
    ["0.10000000000000001", 0.1],
    ["-0", 0],
    ["0.30000000000000004", 0.1 + 0.2],
  ] as const) {
    const id = `did:fed:s1:${randomUUID()}`;
    const { status, text } = await ask(anchorContract.anchorPayload, `{"did":"${id}","payload":{"n":[${written}]}}`);
    expect(status, text).toBe(201);
    const { salt, payload_commitment } = JSON.parse(text);
    const payload = { n: [value] };
    const expected = payloadCommitment(sha256, fromHex(salt), { did: id, kind: "anchor", payload });
    expect(payload_commitment, written).toBe(toHex(expected));
    const found = JSON.parse((await ask(anchorContract.queryAnchors, JSON.stringify({ did: id }))).text);
    expect(found.anchors).toMatchObject([{ payload }]);
  }
});
