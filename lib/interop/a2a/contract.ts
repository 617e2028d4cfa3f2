import { z } from "zod";
import { STATEMENT_TABLES } from "@/lib/features/trust/schema";
import { endpointsOf } from "@/lib/http/endpoint";
import { A2A_ERRORS, DEFAULT_ERRORS } from "@/lib/http/errors";
import { HTTP, RPC } from "./protocols";
import * as schema from "./schema";

const a2a = endpointsOf("a2a");

const { taskNotFound, taskNotCancelable, pushNotSupported, unsupportedOperation } = A2A_ERRORS;
const { contentTypeNotSupported, versionNotSupported } = A2A_ERRORS;
const { forbidden } = DEFAULT_ERRORS;
const NO_DOOR = { status: 404, error: "Agent not found", code: "AGENT_NOT_FOUND" };
const common = { forbidden, versionNotSupported };
const stored = {
  frozen: { status: 503, error: "Relay frozen", code: "RELAY_FROZEN" },
  clockSkew: DEFAULT_ERRORS.clockSkew,
  suspended: DEFAULT_ERRORS.suspended,
  withdrawn: DEFAULT_ERRORS.withdrawn,
};
const SENDING = {
  ...common,
  ...stored,
  taskNotFound,
  unsupportedOperation,
  contentTypeNotSupported,
  pushNotSupported,
  notFound: NO_DOOR,
  didMismatch: DEFAULT_ERRORS.didMismatch,
  tierTooLow: DEFAULT_ERRORS.tierTooLow,
  unavailable: { status: 503, error: "Too many streams", code: "TOO_MANY_STREAMS" },
};
const open = { kind: "protocol", protocol: HTTP, mediaType: schema.A2A_JSON, responses: { 200: z.string() } } as const;
const json = { ...open, optionalToken: true } as const;
const stream = { ...json, mediaType: "text/event-stream", textSchema: schema.StreamResponse } as const;
const EXAMPLE = { message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "Translate this lease." }] } };
const door = { params: schema.DoorParams, example: { params: { did: "did:demo:s2:glossa" } } } as const;
const doorMessage = { ...door, example: { ...door.example, body: EXAMPLE } } as const;
const doorTask = { params: schema.DoorTaskParams } as const;
const routedTask = { params: schema.TaskParams } as const;

const send = {
  ...json,
  turn: "none",
  summary: "Send a message to an agent by A2A",
  description:
    "A2A 1.0 over HTTP. The message is stored in the agent's inbox as an event of the kind `a2a.message`, also while the agent is offline. The response is the task. It waits up to 15 seconds for an answer, unless `returnImmediately` is set. A message with a `messageId` that was sent before is not stored again. A caller without a token, or with one below T2, can send only to an agent that accepts guests. An organisation or an operator must name the agent to send as in `metadata.src_did`, except in a task that exists already. Header: `A2A-Version: 1.0`.",
  body: schema.SendMessageRequest,
  textSchema: schema.SendMessageResponse,
  errors: SENDING,
} as const;
const streamed = {
  ...stream,
  turn: "none",
  summary: "Send a message by A2A, and follow its task",
  description:
    "Server-Sent Events: the task, then each change of its state and each artifact, until the task ends or needs input.",
  body: schema.SendMessageRequest,
  errors: SENDING,
} as const;
const get = {
  ...json,
  turn: "large",
  summary: "Read an A2A task",
  description: "A task of the caller. For a task that was sent without a token, its id is enough.",
  query: schema.GetTaskQuery,
  textSchema: schema.Task,
  errors: { ...common, taskNotFound },
} as const;
const list = {
  ...json,
  turn: "large",
  summary: "List the caller's A2A tasks",
  description: "The tasks whose state changed last come first. Requires a token.",
  query: schema.ListTasksQuery,
  textSchema: schema.ListTasksResponse,
  errors: common,
} as const;
const cancel = {
  ...json,
  turn: "none",
  summary: "Cancel an A2A task",
  description:
    "Takes effect at once. The agent gets an event of the kind `a2a.canceled`. Its later answers change nothing.",
  textSchema: schema.Task,
  errors: { ...common, ...stored, taskNotFound, taskNotCancelable, didMismatch: DEFAULT_ERRORS.didMismatch },
} as const;
const follow = {
  ...stream,
  turn: "none",
  summary: "Follow an A2A task",
  description:
    "Server-Sent Events: the present task, then its changes. Available by GET and by POST, because A2A 1.0 names both.",
  errors: { ...common, taskNotFound, unsupportedOperation, unavailable: SENDING.unavailable },
} as const;
const rpc = {
  kind: "protocol",
  turn: "none",
  protocol: RPC,
  optionalToken: true,
  body: schema.RpcRequest,
  responses: { 200: schema.RpcResponse },
  descriptions: { 200: "The result, or an error. A streaming method responds with Server-Sent Events of results." },
  example: { body: { jsonrpc: "2.0", id: 1, method: "SendMessage", params: EXAMPLE } },
  errors: { forbidden, notFound: NO_DOOR, ...stored, unavailable: SENDING.unavailable },
} as const;
const METHODS =
  "Methods: SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask, SubscribeToTask. Methods of push notifications are not supported. A request must contain one message.";
const card = {
  ...open,
  maxAgeSeconds: 60,
  textSchema: z.record(z.string(), z.unknown()),
} as const;

export const getServiceCard = a2a.get("/.well-known/agent-card.json", {
  ...card,
  operationId: "getServiceCard",
  summary: "This service's A2A agent card",
  description:
    "This agent routes: a message to `/api/a2a` goes to the member that its text fits best. If PUBLIC_URL is set, the card is signed with a key of the JWKS whose purpose is `statement`.",
  errors: { forbidden },
});

export const getDoorCard = a2a.get("/api/a2a/{did}/.well-known/agent-card.json", {
  ...card,
  cache: { tags: STATEMENT_TABLES },
  operationId: "getDoorCard",
  summary: "The A2A agent card of an agent's door",
  description:
    "This service makes the card from the agent's record, and signs it if PUBLIC_URL is set. Active agents of T2 or above have a door. The card that the agent itself published is at `/api/agents/{did}/card`.",
  ...door,
  errors: { forbidden, notFound: NO_DOOR },
});

export const callDoor = a2a.post("/api/a2a/{did}", {
  ...rpc,
  operationId: "callDoor",
  summary: "Call an agent's A2A door by JSON-RPC",
  description: METHODS,
  params: door.params,
  example: { ...rpc.example, ...door.example },
});

export const sendToDoor = a2a.post("/api/a2a/{did}/message:send", {
  ...send,
  operationId: "sendToDoor",
  ...doorMessage,
});

export const streamToDoor = a2a.post("/api/a2a/{did}/message:stream", {
  ...streamed,
  operationId: "streamToDoor",
  ...doorMessage,
});

export const listDoorTasks = a2a.get("/api/a2a/{did}/tasks", { ...list, operationId: "listDoorTasks", ...door });

export const getDoorTask = a2a.get("/api/a2a/{did}/tasks/{id}", { ...get, operationId: "getDoorTask", ...doorTask });

export const cancelDoorTask = a2a.post("/api/a2a/{did}/tasks/{id}:cancel", {
  ...cancel,
  operationId: "cancelDoorTask",
  ...doorTask,
});

export const followDoorTask = a2a.get("/api/a2a/{did}/tasks/{id}:subscribe", {
  ...follow,
  operationId: "followDoorTask",
  ...doorTask,
});

export const subscribeToDoorTask = a2a.post("/api/a2a/{did}/tasks/{id}:subscribe", {
  ...follow,
  operationId: "subscribeToDoorTask",
  ...doorTask,
});

export const callRouter = a2a.post("/api/a2a", {
  ...rpc,
  operationId: "callRouter",
  summary: "Call this service's A2A agent by JSON-RPC, which routes messages by their text",
  description: `${METHODS} A new message is routed by its text, and requires a token of T1 or above. The result is the chosen agent's task, or a message if there is no match.`,
});

export const sendToRouter = a2a.post("/api/a2a/message:send", {
  ...send,
  operationId: "sendToRouter",
  summary: "Send a message by A2A to the agent that its text fits best",
  description:
    "The message is routed by its text, as by `POST /api/relay/route`, and requires a token of T1 or above. The response is the chosen agent's task, or a message if there is no match.",
  example: { body: EXAMPLE },
});

export const streamToRouter = a2a.post("/api/a2a/message:stream", {
  ...streamed,
  operationId: "streamToRouter",
  summary: "Send a message by A2A to the agent that its text fits best, and follow its task",
  example: { body: EXAMPLE },
});

export const listRoutedTasks = a2a.get("/api/a2a/tasks", { ...list, operationId: "listRoutedTasks" });

export const getRoutedTask = a2a.get("/api/a2a/tasks/{id}", { ...get, operationId: "getRoutedTask", ...routedTask });

export const cancelRoutedTask = a2a.post("/api/a2a/tasks/{id}:cancel", {
  ...cancel,
  operationId: "cancelRoutedTask",
  ...routedTask,
});

export const followRoutedTask = a2a.get("/api/a2a/tasks/{id}:subscribe", {
  ...follow,
  operationId: "followRoutedTask",
  ...routedTask,
});

export const subscribeToRoutedTask = a2a.post("/api/a2a/tasks/{id}:subscribe", {
  ...follow,
  operationId: "subscribeToRoutedTask",
  ...routedTask,
});
