import { describe, expect, it } from "vitest";
import { runInScope, type Work } from "@/lib/authority/context";
import * as anchors from "@/lib/features/anchors/contract";
import * as incidents from "@/lib/features/incidents/contract";
import * as relay from "@/lib/features/relay/contract";
import { bindMcp } from "./mcp";

const handler = async () => Response.json({ ok: true });
const { handler: callMcp } = bindMcp([
  { name: "list_incidents", endpoint: incidents.listIncidents, handler },
  { name: "replay_trace", endpoint: relay.replayTrace, handler },
  { name: "anchor_payload", endpoint: anchors.anchorPayload, handler },
]);

/** Sends a message. @returns the response, and the kind of turn that it waited for */
async function send(method: string, params: object, hasTurn = true) {
  let kind: string | undefined;
  const turn: Work["turn"] = async (asked) => {
    kind = asked;
    return hasTurn;
  };
  const work: Work = { charge: () => {}, chargeElsewhere: () => {}, used: () => 0, turn };
  const request = new Request("http://localhost:3000/api/mcp", {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const response = await runInScope({ requestId: "", address: "", event: {}, work }, () =>
    callMcp(request, { params: Promise.resolve({}) }),
  );
  return { status: response.status, body: await response.json(), kind };
}
const call = (name: string, args: object, hasTurn?: boolean) => send("tools/call", { name, arguments: args }, hasTurn);

describe("a message of MCP", () => {
  it.each([
    ["list_incidents", {}, "read"],
    ["replay_trace", { trace_id: "t" }, "large"],
    ["anchor_payload", { agent_did: "did:fed:s1:atlas", payload: {} }, undefined],
  ])("that calls %s waits for the turn of this tool", async (name, args, kind) => {
    const { status, body, kind: asked } = await call(name, args);
    expect([status, body.result.structuredContent, asked]).toEqual([200, { ok: true }, kind]);
  });

  it("that calls no tool waits for a turn to read", async () => {
    const { body, kind } = await send("tools/list", {});
    expect([body.result.tools.length, kind]).toEqual([3, "read"]);
  });

  it("is refused if too many wait", async () => {
    const { status, body } = await call("list_incidents", {}, false);
    expect([status, body.error.data.code]).toEqual([503, "OVERLOADED"]);
  });
});
