import { beforeEach, describe, expect, it } from "vitest";
import { runInScope, type Work } from "@/lib/authority/context";
import * as anchors from "@/lib/features/anchors/contract";
import * as incidents from "@/lib/features/incidents/contract";
import * as relay from "@/lib/features/relay/contract";
import { bindMcp } from "./mcp";

let asked: string | undefined;
let result: object = { ok: true };
beforeEach(() => {
  result = { ok: true };
});
const handler = async (request: { url: string }) => {
  asked = request.url;
  return Response.json(result);
};
const { handler: callMcp } = bindMcp([
  { name: "list_incidents", endpoint: incidents.listIncidents, handler },
  { name: "replay_trace", endpoint: relay.replayTrace, handler, defaults: { limit: 20 } },
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

describe("a tool", () => {
  it("has its own defaults, which its schema says and a call can change", async () => {
    const { body } = await send("tools/list", {});
    const [, replay] = body.result.tools;
    expect(replay.inputSchema.properties.limit).toMatchObject({ type: "integer", default: 20 });
    await call("replay_trace", { trace_id: "t" });
    expect(asked).toContain("/api/relay/replay/t?limit=20");
    await call("replay_trace", { trace_id: "t", limit: 5, after: 2 });
    expect(asked).toContain("limit=5");
  });

  it("refuses a result that would fill the context of a model, and says what to do", async () => {
    result = { text: "x".repeat(250_000) };
    const { body } = await call("replay_trace", { trace_id: "t" });
    expect(body.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("`limit`") }] });
    expect(JSON.stringify(body).length).toBeLessThan(1_000);
  });

  it.each([[{ a: 1 }], [["t"]]])("refuses %j where text is required, and names the argument", async (given) => {
    asked = undefined;
    const { body } = await call("replay_trace", { trace_id: given });
    expect(body.result).toMatchObject({ isError: true, structuredContent: { fields: ["trace_id"] } });
    expect(asked).toBeUndefined();
  });

  it("passes an object of the body on as an object, and declares it as one", async () => {
    const { body } = await send("tools/list", {});
    const anchor = body.result.tools[2];
    expect(anchor.inputSchema.properties.payload.type).toBe("object");
    expect(anchor.inputSchema.properties.did).toEqual({ type: "string", description: expect.any(String) });
  });
});
