import { randomUUID } from "node:crypto";
import { AgentCard, verifyAgentCardSignature } from "@a2a-js/sdk";
import { eq } from "drizzle-orm";
import { importJWK } from "jose";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ensureSigningKey, listKeys } from "@/lib/authority/keys";
import { agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { memberFixtures } from "@/lib/features/agents/testing/fixtures";
import type { Endpoint } from "@/lib/http/endpoint";
import * as contract from "@/lib/interop/a2a/contract";
import { A2aError, RpcError, SendMessageResponse, Task } from "@/lib/interop/a2a/schema";
import { doorsOn } from "@/lib/interop/a2a/testing/doors";
import * as unsupported from "@/lib/interop/a2a/unsupported-contract";
import { type Sent, send } from "@/lib/testing/routes";

vi.stubEnv("PUBLIC_URL", "https://fed.example");
const database = testDatabase();
const { member, answer } = doorsOn(database);
const { tokenOf } = memberFixtures(database);
let did: string;
let token: string;
beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  did = await member();
  token = await tokenOf(await member());
});

const HEADERS = { host: "localhost", "a2a-version": "1.0" };
const message = (some: object = {}) => ({
  ...{ messageId: randomUUID(), role: "ROLE_USER", parts: [{ text: "Hello." }] },
  ...some,
});
const request = (some: object = {}) => ({ message: message(some), configuration: { returnImmediately: true } });
const ask = (endpoint: Endpoint, sent: Sent = {}) =>
  send(endpoint, { token, ...sent, params: { did, ...sent.params }, headers: { ...HEADERS, ...sent.headers } });
const reasonOf = async (response: Response) => {
  const { error } = A2aError.parse(await response.json());
  return [response.status, error.code, error.status, error.details[0]?.["reason"]];
};
const call = async (method: string, params: unknown, sent: Sent = {}, endpoint: Endpoint = contract.callDoor) => {
  const response = await ask(endpoint, { body: { jsonrpc: "2.0", id: "n-1", method, params }, ...sent });
  return { status: response.status, body: await response.json() };
};
const REFUSED_VERSION = expect.objectContaining({
  reason: "VERSION_NOT_SUPPORTED",
  metadata: { supportedVersions: "1.0" },
});
const faultOf = ({ body }: { body: unknown }) => RpcError.parse(body).error;

describe("A2A over HTTP", () => {
  it("responds with the task in its own media type, and reads it again", async () => {
    const sent = await ask(contract.sendToDoor, { body: request() });
    expect([sent.status, sent.headers.get("content-type")]).toEqual([200, "application/a2a+json"]);
    const { task } = SendMessageResponse.parse(await sent.json()) as { task: Task };
    const read = await ask(contract.getDoorTask, { params: { id: task.id }, query: "historyLength=0" });
    const { history: _, ...shown } = task;
    expect(await read.json()).toEqual(shown);
    const canceled = await ask(contract.cancelDoorTask, { params: { id: task.id } });
    expect(Task.parse(await canceled.json()).status.state).toBe("TASK_STATE_CANCELED");
    const again = await ask(contract.cancelDoorTask, { params: { id: task.id } });
    expect(await reasonOf(again)).toEqual([400, 400, "FAILED_PRECONDITION", "TASK_NOT_CANCELABLE"]);
  });

  it.each([
    ["1,000 parts", { parts: Array.from({ length: 1_000 }, () => ({ text: "x" })) }, "message.parts"],
    ["no part", { parts: [] }, "message.parts"],
    ["a part without content", { parts: [{ filename: "a" }] }, "message.parts[0]"],
    ["a part with two contents", { parts: [{ text: "a", data: 1 }] }, "message.parts[0]"],
    ["bytes that are no base64", { parts: [{ raw: "%%" }] }, "message.parts[0].raw"],
    ["no id", { messageId: undefined }, "message.messageId"],
    ["the agent's role", { role: "ROLE_AGENT" }, "message.role"],
    ["a part of 0.3", { parts: [{ kind: "text" }] }, "message.parts[0]"],
  ])("rejects a message with %s, and names the field", async (_, some, field) => {
    const response = await ask(contract.sendToDoor, { body: request(some) });
    const { error } = A2aError.parse(await response.json());
    expect([response.status, error.status]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(error.details).toContainEqual(expect.objectContaining({ fieldViolations: [{ field }] }));
  });

  it.each(["", "0.3", "0.5", "2.0", "1.1", "1.0,0.3", "latest"])(
    "refuses version “%s” before anything else, and names the supported one",
    async (version) => {
      const headers = { "a2a-version": version };
      for (const endpoint of [
        contract.sendToDoor,
        contract.streamToDoor,
        contract.getDoorTask,
        unsupported.createDoorPush,
      ]) {
        const body = endpoint.method === "POST" ? { body: "no json" } : {};
        const response = await ask(endpoint, { ...body, params: { id: "x", config: "x" }, headers });
        const { error } = A2aError.parse(await response.json());
        expect([response.status, error.status]).toEqual([400, "FAILED_PRECONDITION"]);
        expect(error.details).toEqual([REFUSED_VERSION]);
      }
      // The second method is of 0.3.
      for (const method of ["GetTask", "message/send"]) {
        const { status, body } = await call(method, { id: "x" }, { headers });
        const { code, data } = faultOf({ body });
        expect([status, body.id, code, data]).toEqual([200, "n-1", -32_009, [REFUSED_VERSION]]);
      }
    },
  );

  it("accepts the version as a parameter, and with a patch number", async () => {
    const headers = { "a2a-version": "" };
    const query = "A2A-Version=1.0";
    expect((await ask(contract.listDoorTasks, { headers, query })).status).toBe(200);
    expect((await ask(contract.listDoorTasks, { headers: { "a2a-version": "1.0.1" } })).status).toBe(200);
  });

  it("responds that push notifications and an extended card are not supported", async () => {
    const params = { id: randomUUID(), config: "c" };
    for (const endpoint of Object.values(unsupported)) {
      const [status, , , reason] = await reasonOf(await ask(endpoint, { params }));
      const expected = endpoint.path.endsWith("Card") ? "UNSUPPORTED_OPERATION" : "PUSH_NOTIFICATION_NOT_SUPPORTED";
      expect([status, reason], endpoint.operationId).toEqual([400, expected]);
    }
  });

  it("is available only under this service's hosts, and rejects an invalid token", async () => {
    const foreign = await ask(contract.sendToDoor, { body: request(), headers: { host: "evil.example" } });
    expect(await reasonOf(foreign)).toEqual([403, 403, "PERMISSION_DENIED", "FORBIDDEN"]);
    const wrong = await ask(contract.sendToDoor, { body: request(), token: "no-token-that-was-ever-issued" });
    expect(await reasonOf(wrong)).toEqual([401, 401, "UNAUTHENTICATED", "UNAUTHORIZED"]);
    const anonymous = await send(contract.sendToDoor, { params: { did }, headers: HEADERS, body: request() });
    expect(await reasonOf(anonymous)).toEqual([401, 401, "UNAUTHENTICATED", "UNAUTHORIZED"]);
    const nobody = await ask(contract.sendToDoor, { params: { did: "did:fed:s1:nobody" }, body: request() });
    expect(await reasonOf(nobody)).toEqual([404, 404, "NOT_FOUND", "AGENT_NOT_FOUND"]);
    const none = await ask(contract.getDoorTask, { params: { id: randomUUID() } });
    expect(await reasonOf(none)).toEqual([404, 404, "NOT_FOUND", "TASK_NOT_FOUND"]);
  });

  it("streams a task until it ends", async () => {
    const response = await ask(contract.streamToDoor, { body: request() });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      const [, first] = /^data: (.*)$/m.exec(text) ?? [];
      if (first && !text.includes("COMPLETED")) await answer(did, JSON.parse(first).task, "a2a.completed");
    }
    const data = [...text.matchAll(/^data: (.*)$/gm)].map(([, line = ""]) => Object.keys(JSON.parse(line))[0]);
    expect(data).toEqual(["task", "statusUpdate"]);
  });
});

describe("A2A over JSON-RPC", () => {
  it("has the same methods, and responds with the request's id", async () => {
    const sent = await call("SendMessage", request());
    expect(sent).toMatchObject({ status: 200, body: { jsonrpc: "2.0", id: "n-1", result: { task: {} } } });
    const { id } = sent.body.result.task;
    expect((await call("GetTask", { id })).body.result.id).toBe(id);
    expect((await call("ListTasks", { pageSize: 1 })).body.result).toMatchObject({ tasks: [{ id }], pageSize: 1 });
    expect((await call("CancelTask", { id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
    expect(faultOf(await call("SubscribeToTask", { id })).code).toBe(-32_004);
    expect(faultOf(await call("SendMessage", request({ taskId: id })))).toMatchObject({
      code: -32_004,
      data: [{ reason: "UNSUPPORTED_OPERATION", domain: "a2a-protocol.org" }],
    });
  });

  it.each([
    ["GetTask", { id: randomUUID() }, -32_001],
    ["CancelTask", { id: "no-uuid" }, -32_001],
    ["CreateTaskPushNotificationConfig", { taskId: "x", url: "https://a.example" }, -32_003],
    ["DeleteTaskPushNotificationConfig", {}, -32_003],
    ["GetExtendedAgentCard", {}, -32_004],
    ["SendMessage", { message: message({ parts: Array.from({ length: 1_000 }, () => ({ text: "x" })) }) }, -32_602],
    ["SendMessage", {}, -32_602],
    ["GetTask", { id: 7 }, -32_602],
    ["ListTasks", { pageSize: 101 }, -32_602],
    ["message/send", {}, -32_601],
    ["toString", {}, -32_601],
  ])("%s %# fails with its own code", async (method, params, code) => {
    const { status, body } = await call(method, params);
    expect([status, body.id, faultOf({ body }).code]).toEqual([200, "n-1", code]);
  });

  it.each([
    ["{", -32_700],
    ["[]", -32_600],
    ['{"jsonrpc":"2.0","id":1}', -32_600],
    ['{"jsonrpc":"2.0","method":"GetTask"}', -32_600],
    ['{"jsonrpc":"1.0","id":1,"method":"GetTask"}', -32_600],
    ['"x"', -32_600],
    ["null", -32_600],
  ])("rejects %s", async (body, code) => {
    const response = await ask(contract.callDoor, { body });
    expect([response.status, faultOf({ body: await response.json() }).code]).toEqual([200, code]);
  });

  it("hides a task from callers without a token: 404 over HTTP, an error with status 200 by JSON-RPC", async () => {
    const { task } = (await (await ask(contract.sendToDoor, { body: request() })).json()) as { task: Task };
    const read = await send(contract.getDoorTask, { params: { did, id: task.id }, headers: HEADERS });
    expect(await reasonOf(read)).toEqual([404, 404, "NOT_FOUND", "TASK_NOT_FOUND"]);
    const called = await send(contract.callDoor, {
      ...{ params: { did }, headers: HEADERS },
      body: { jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: task.id } },
    });
    expect([called.status, faultOf({ body: await called.json() }).code]).toEqual([200, -32_001]);
  });

  it("keeps the status of errors that the message did not cause", async () => {
    const wrong = await call("GetTask", {}, { token: "no-token-that-was-ever-issued" });
    expect([wrong.status, faultOf(wrong).data[0]?.["reason"]]).toEqual([401, "UNAUTHORIZED"]);
    const foreign = await call("GetTask", {}, { headers: { host: "evil.example" } });
    expect(foreign.status).toBe(403);
    const none = await call("SendMessage", request(), { params: { did: "did:fed:s1:nobody" } });
    expect([none.status, faultOf(none).data[0]?.["reason"]]).toEqual([404, "AGENT_NOT_FOUND"]);
  });
});

describe("a message to the service itself", () => {
  it("goes by both bindings to the member that its text fits best, or gets a reply without a match", async () => {
    const skills = ["translate Klingon opera librettos"];
    const klingon = await member({ skills });
    const below = await member({ skills, tier: "T1" });
    const text = "translate Klingon opera librettos";
    const sent = await ask(contract.sendToRouter, { body: request({ parts: [{ text }] }) });
    const { task } = (await sent.json()) as { task: Task };
    expect(task.metadata).toMatchObject({ did: klingon });
    expect(task.metadata).not.toMatchObject({ did: below });
    expect((await ask(contract.getRoutedTask, { params: { id: task.id } })).status).toBe(200);
    const once = request({ parts: [{ text }] });
    const rpc = [
      await call("SendMessage", once, {}, contract.callRouter),
      await call("SendMessage", once, {}, contract.callRouter),
    ];
    expect(rpc[0]?.body.result.task.metadata.did).toBe(klingon);
    expect(rpc[1]?.body.result.task.id).toBe(rpc[0]?.body.result.task.id);
    const none = await call("SendMessage", request({ parts: [{ text: "zzzqqq xxyyzz" }] }), {}, contract.callRouter);
    expect(none.body.result.message).toMatchObject({ role: "ROLE_AGENT", parts: [{ text: /^No match/ }] });
  });

  it("requires a token of T1 or above, and text", async () => {
    const low = await tokenOf(await member({ tier: "T1", skills: [] }));
    const anonymous = await send(contract.sendToRouter, { headers: HEADERS, body: request() });
    expect(anonymous.status).toBe(401);
    const response = await ask(contract.sendToRouter, { token: low, body: request({ parts: [{ data: 1 }] }) });
    expect(await reasonOf(response)).toEqual([400, 400, "INVALID_ARGUMENT", "VALIDATION_ERROR"]);
    expect((await ask(contract.sendToRouter, { token: low, body: request() })).status).toBe(200);
  });
});

describe("a card", () => {
  // The SDK prints each signature of another form of the card.
  beforeEach(() => void vi.spyOn(console, "debug").mockReturnValue());
  const cardOf = async (endpoint: Endpoint) => (await send(endpoint, { params: { did }, headers: HEADERS })).json();

  it.each([contract.getDoorCard, contract.getServiceCard])(
    "of ours is verified by A2A's own SDK, as JSON and as its object: $path",
    async (endpoint) => {
      const card = await cardOf(endpoint);
      const { keys } = await listKeys({ db: database() });
      const find = async (kid: string, jku?: string) => {
        expect(jku).toBe("https://fed.example/.well-known/jwks.json");
        const key = keys.find((each) => each.kid === kid);
        expect(key?.purposes).toEqual(["statement"]);
        return importJWK({ ...key }, "EdDSA") as Promise<CryptoKey>;
      };
      for (const read of [card, AgentCard.fromJSON(card)]) {
        await expect(verifyAgentCardSignature(find)(read)).resolves.toBeUndefined();
        await expect(verifyAgentCardSignature(find)({ ...read, name: "Another" })).rejects.toThrow();
      }
    },
  );

  it("is signed if a long description is cut between two halves of a character", async () => {
    await database()
      .update(agents)
      .set({ description: `${"a".repeat(999)}😀 and more` })
      .where(eq(agents.did, did));
    const card = await cardOf(contract.getDoorCard);
    expect(card.description).toBe("a".repeat(999));
    expect(card.signatures.length).toBeGreaterThan(0);
  });

  it("has the fields that a client of A2A 0.3 requires, so its first call learns the supported version", async () => {
    expect(await cardOf(contract.getDoorCard)).toMatchObject({
      url: `https://fed.example/api/a2a/${encodeURIComponent(did)}`,
      protocolVersion: "1.0",
      securitySchemes: { bearer: { type: "http", scheme: "Bearer" } },
      ...{ name: expect.any(String), description: expect.any(String), version: expect.any(String) },
      ...{ capabilities: expect.any(Object), skills: expect.any(Array) },
      ...{ defaultInputModes: expect.any(Array), defaultOutputModes: expect.any(Array) },
    });
  });

  it("names the door's addresses and capabilities", async () => {
    expect(await cardOf(contract.getDoorCard)).toMatchObject({
      supportedInterfaces: ["JSONRPC", "HTTP+JSON"].map((protocolBinding) => ({
        ...{ url: `https://fed.example/api/a2a/${encodeURIComponent(did)}`, protocolBinding, protocolVersion: "1.0" },
      })),
      capabilities: { streaming: true, pushNotifications: false },
      securityRequirements: [{ schemes: { bearer: {} } }],
    });
    const open = await send(contract.getDoorCard, {
      params: { did: await member({ guests: true }) },
      headers: HEADERS,
    });
    expect(await open.json()).not.toHaveProperty("securityRequirements");
  });

  it("exists only for an agent with a door", async () => {
    const low = await send(contract.getDoorCard, { params: { did: await member({ tier: "T1" }) }, headers: HEADERS });
    expect(await reasonOf(low)).toEqual([404, 404, "NOT_FOUND", "AGENT_NOT_FOUND"]);
  });
});
