import { randomUUID } from "node:crypto";
import { type Message, Role, type SendMessageRequest, type StreamResponse, type Task, TaskState } from "@a2a-js/sdk";
import { type Client, ClientFactory, ClientFactoryOptions } from "@a2a-js/sdk/client";
import { TaskNotCancelableError, TaskNotFoundError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import { beforeAll, describe, expect, it } from "vitest";
import { relayClient } from "./relay-client";
import { type SharedServer, sharedServer } from "./shared-servers";
import { bearer, freshAddress } from "./visitor";

let server: SharedServer;
let operator: Record<string, string>;
beforeAll(async () => {
  server = await sharedServer("roomy");
  operator = bearer(await server.operatorToken());
});
const relay = relayClient(
  () => server,
  () => operator,
);

type Member = Awaited<ReturnType<typeof relay.newAgent>>;

/** Returns a client of A2A's own SDK, made from the card. @param door "" for the service itself */
async function stranger(transport: string, door: string, headers: Record<string, string> = {}): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } });
  const card = `${server.url}${door && `/api/a2a/${encodeURIComponent(door)}`}/.well-known/agent-card.json`;
  const { JsonRpcTransportFactory, RestTransportFactory } = await import("@a2a-js/sdk/client");
  const transports = [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })];
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    ...{ transports, preferredTransports: [transport] },
  });
  return new ClientFactory(options).createFromUrl(card, "");
}

const message = (text: string, some: Partial<Message> = {}): Message => ({
  messageId: randomUUID(),
  role: Role.ROLE_USER,
  parts: [{ content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" }],
  contextId: "",
  taskId: "",
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
  ...some,
});
const request = (said: Message, returnImmediately = true): SendMessageRequest => ({
  tenant: "",
  message: said,
  configuration: {
    ...{ acceptedOutputModes: [], taskPushNotificationConfig: undefined, historyLength: undefined, returnImmediately },
  },
  metadata: undefined,
});
const taskOf = (result: Task | Message): Task => {
  if (!("status" in result)) throw new Error("the response has no task");
  return result;
};
const textOf = (said: Message | undefined) => {
  const content = said?.parts[0]?.content;
  return content?.$case === "text" ? content.value : undefined;
};

/** Reads the member's new events. */
async function takeInbox(member: Member) {
  const inbox = (await relay.get("/api/relay/inbox?limit=200", member.headers)).json();
  await relay.post("/api/relay/inbox/ack", { cursor: inbox.cursor }, member.headers);
  return inbox.events as { kind: string; src_did: string; trace_id: string; payload: { message: Message } }[];
}
const answer = (member: Member, trace_id: string, kind: string, payload: object = {}) =>
  relay.post(
    "/api/relay/send",
    { src_did: member.did, intent: "a2a.message", kind, trace_id, payload },
    member.headers,
  );
const traceOf = (task: Task) => String(task.metadata?.["traceId"]);

describe.each(["JSONRPC", "HTTP+JSON"])("A2A's own SDK over %s, without knowledge of this service", (transport) => {
  let member: Member;
  let caller: Member;
  let client: Client;
  beforeAll(async () => {
    [member, caller] = [await relay.newAgent(), await relay.newAgent()];
    client = await stranger(transport, member.did, caller.headers);
  });

  it("sends to an offline member, which then comes online: every state is correct", async () => {
    const task = taskOf(await client.sendMessage(request(message("Translate this lease."))));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_SUBMITTED);
    // Now the member comes online.
    const [event, ...others] = await takeInbox(member);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      kind: "a2a.message",
      src_did: caller.did,
      payload: { message: { taskId: task.id } },
    });
    const get = () => client.getTask({ tenant: "", id: task.id, historyLength: undefined });
    await answer(member, traceOf(task), "a2a.working");
    expect((await get()).status?.state).toBe(TaskState.TASK_STATE_WORKING);
    await answer(member, traceOf(task), "a2a.input_required", { text: "Into which language?" });
    const asking = (await get()).status;
    expect([asking?.state, textOf(asking?.message)]).toEqual([
      TaskState.TASK_STATE_INPUT_REQUIRED,
      "Into which language?",
    ]);
    await client.sendMessage(request(message("Into Polish.", { taskId: task.id })));
    expect((await takeInbox(member))[0]?.payload.message).toMatchObject({ taskId: task.id, contextId: task.contextId });
    await answer(member, traceOf(task), "a2a.artifact", { artifact: { name: "Lease", parts: [{ text: "Umowa" }] } });
    await answer(member, traceOf(task), "a2a.completed", { text: "Done." });
    const done = await get();
    expect([done.status?.state, textOf(done.status?.message)]).toEqual([TaskState.TASK_STATE_COMPLETED, "Done."]);
    expect(done.artifacts.map(({ name }) => name)).toEqual(["Lease"]);
    expect(done.history.map(textOf)).toEqual(["Translate this lease.", "Into which language?", "Into Polish."]);
    const listed = await client.listTasks({
      ...{ tenant: "", contextId: task.contextId, status: TaskState.TASK_STATE_COMPLETED, pageSize: 10, pageToken: "" },
      ...{ historyLength: undefined, statusTimestampAfter: undefined, includeArtifacts: false },
    });
    expect([listed.tasks.map(({ id }) => id), listed.nextPageToken, listed.totalSize]).toEqual([[task.id], "", 1]);
  });

  it("waits for an online member, and gets the updated task", async () => {
    const waiting = client.sendMessage(request(message("Quick."), false));
    await expect
      .poll(async () => {
        const [event] = await takeInbox(member);
        if (event) await answer(member, event.trace_id, "a2a.completed", { text: "Here." });
        return event?.kind;
      })
      .toBe("a2a.message");
    expect(taskOf(await waiting).status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  });

  it("follows a task by its stream until the end", async () => {
    const seen: string[] = [];
    const note = ({ payload }: StreamResponse) => {
      if (payload?.$case === "statusUpdate") seen.push(TaskState[payload.value.status?.state ?? 0] ?? "");
      else seen.push(payload?.$case ?? "");
    };
    for await (const update of client.sendMessageStream(request(message("Stream.")))) {
      note(update);
      if (update.payload?.$case !== "task") continue;
      const trace = traceOf(update.payload.value);
      await answer(member, trace, "a2a.working");
      await answer(member, trace, "a2a.artifact", { text: "A result." });
      await answer(member, trace, "a2a.completed");
    }
    expect(seen).toEqual(["task", "TASK_STATE_WORKING", "artifactUpdate", "TASK_STATE_COMPLETED"]);
    await takeInbox(member);
  });

  it("cancels, repeats a message, and sends to ended tasks, with responses as specified", async () => {
    const said = message("Stop me.");
    const task = taskOf(await client.sendMessage(request(said)));
    expect(taskOf(await client.sendMessage(request(said))).id).toBe(task.id);
    expect(await takeInbox(member)).toHaveLength(1);
    const canceled = await client.cancelTask({ tenant: "", id: task.id, metadata: undefined });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    expect((await takeInbox(member)).map(({ kind }) => kind)).toEqual(["a2a.canceled"]);
    expect((await answer(member, traceOf(task), "a2a.completed", { text: "Too late." })).status).toBe(201);
    const get = client.getTask({ tenant: "", id: task.id, historyLength: undefined });
    expect((await get).status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    await expect(client.cancelTask({ tenant: "", id: task.id, metadata: undefined })).rejects.toThrow(
      TaskNotCancelableError,
    );
    const more = client.sendMessage(request(message("More.", { taskId: task.id })));
    await expect(more).rejects.toThrow(UnsupportedOperationError);
    const stream = client.resubscribeTask({ tenant: "", id: task.id })[Symbol.asyncIterator]();
    await expect(stream.next()).rejects.toThrow(UnsupportedOperationError);
  });

  it("sees no task of others, and no forged answer of a third agent", async () => {
    const task = taskOf(await client.sendMessage(request(message("Mine."))));
    const third = await relay.newAgent();
    expect((await answer(third, traceOf(task), "a2a.completed", { text: "Forged." })).status).toBe(403);
    const other = await stranger(transport, member.did, third.headers);
    await expect(other.getTask({ tenant: "", id: task.id, historyLength: undefined })).rejects.toThrow(
      TaskNotFoundError,
    );
    const shown = await client.getTask({ tenant: "", id: task.id, historyLength: undefined });
    expect(shown.status?.state).toBe(TaskState.TASK_STATE_SUBMITTED);
    const replayed = (await relay.get(`/api/relay/replay/${traceOf(task)}`, {})).json();
    expect(JSON.stringify(replayed)).not.toMatch(/Mine|Forged/);
    for (const page of [`/traces/${traceOf(task)}`, `/traces/${traceOf(task)}.md`]) {
      const text = await (await fetch(server.url + page)).text();
      expect(text).toContain("a2a.message");
      expect(text, page).not.toMatch(/Mine|Forged/);
    }
    await takeInbox(member);
  });

  it("reaches a member through the service's own card, by the text of the message", async () => {
    const skill = `xylograph ${randomUUID().slice(0, 8)} restoration`;
    await relay.post("/api/agent/register", { did: member.did, skills: [skill], trust_tier: "T2" });
    const router = await stranger(transport, "", caller.headers);
    const task = taskOf(await router.sendMessage(request(message(skill))));
    expect(task.metadata?.["did"]).toBe(member.did);
    expect((await router.getTask({ tenant: "", id: task.id, historyLength: 0 })).id).toBe(task.id);
    await takeInbox(member);
  });
});

describe("callers without a token", () => {
  const from = (address: string) => ({ "x-forwarded-for": address });
  const sendTo = (did: string, headers: Record<string, string>) =>
    fetch(`${server.url}/api/a2a/${did}/message:send`, {
      method: "POST",
      headers: { "a2a-version": "1.0", ...headers },
      body: JSON.stringify({
        message: { messageId: randomUUID(), role: "ROLE_USER", parts: [{ text: "Hello." }] },
        configuration: { returnImmediately: true },
      }),
    });
  const open = async (did: string, a2a_guests: boolean) =>
    fetch(`${server.url}/api/agent/${did}`, {
      method: "PATCH",
      headers: operator,
      body: JSON.stringify({ a2a_guests }),
    });

  it("can send only to members that accept guests, at most 5 times a minute", async () => {
    const member = await relay.newAgent();
    const headers = from(freshAddress());
    expect((await sendTo(member.did, headers)).status).toBe(401);
    expect((await open(member.did, true)).status).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await sendTo(member.did, headers)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await sendTo(member.did, from(freshAddress()))).status).toBe(200);
    const events = await takeInbox(member);
    expect(new Set(events.map(({ src_did }) => src_did)).size).toBe(6);
    await open(member.did, false);
    expect((await sendTo(member.did, from(freshAddress()))).status).toBe(401);
  });
});

describe("the edge's own errors", () => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(server.url + path, init);
    return { status: response.status, body: await response.json() };
  };

  it("have the form of the binding of their path", async () => {
    const http = [
      await ask("/api/a2a/did:fed:s1:x/nothing"),
      await ask("/api/a2a/did:fed:s1:x/message:send"),
      await ask("/api/a2a/tasks/x:cancel"),
    ];
    expect(http.map(({ status, body }) => [status, body.error.code, body.error.details[0].domain])).toEqual([
      [404, 404, "a2a-protocol.org"],
      [405, 405, "a2a-protocol.org"],
      [405, 405, "a2a-protocol.org"],
    ]);
    for (const path of ["/api/a2a", "/api/a2a/did:fed:s1:x"]) {
      const { status, body } = await ask(path);
      expect([status, body.jsonrpc, body.id, body.error.data[0].reason], path).toEqual([
        ...[405, "2.0", null, "METHOD_NOT_ALLOWED"],
      ]);
    }
  });
});
