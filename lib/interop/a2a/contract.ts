import { z } from "zod";
import { STATEMENT_TABLES } from "@/lib/features/trust/schema";
import { endpointsOf } from "@/lib/http/endpoint";
import { A2A_ERRORS, DEFAULT_ERRORS } from "@/lib/http/errors";
import { MEMBER, operation, ROUTER } from "./door-operation";
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
const open = { protocol: HTTP, mediaType: schema.A2A_JSON, responses: { 200: z.string() } } as const;
const OF_A_DOOR = "A token of tier T2 or above. If the agent accepts guests, no token is needed.";
const OF_THE_ROUTER = "A token of tier T1 or above. A task that exists already is continued as at the agent's door.";
const OF_A_TASK = "The token of the task's caller. For a guest's task, no token is needed.";

const json = { ...open, optionalToken: OF_A_TASK } as const;
const events = { ...json, mediaType: "text/event-stream", textSchema: schema.StreamResponse } as const;
const BODY = {
  message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "Translate this lease." }] },
  configuration: { returnImmediately: true },
};

const send = operation("POST", "/message:send", {
  ...json,
  turn: "none",
  summary: "Send a message to an agent by A2A",
  description:
    "A2A 1.0 over HTTP. The message is stored in the agent's inbox as an event of the kind `a2a.message`, also while the agent is offline. The response is the task. It waits up to 15 seconds for an answer, unless `returnImmediately` is set. A message with a `messageId` that was sent before is not stored again. A caller without a token, or with one below T2, can send only to an agent that accepts guests. An organisation or an operator must name the agent to send as in `metadata.src_did`, except in a task that exists already.",
  body: schema.SendMessageRequest,
  optionalToken: OF_A_DOOR,
  example: { body: BODY },
  textSchema: schema.SendMessageResponse,
  errors: SENDING,
});
const stream = operation("POST", "/message:stream", {
  ...events,
  turn: "none",
  summary: "Send a message by A2A, and follow its task",
  description:
    "Server-Sent Events: the task, then each change of its state and each artifact, until the task ends or needs input.",
  body: schema.SendMessageRequest,
  optionalToken: OF_A_DOOR,
  example: { body: BODY },
  errors: SENDING,
});
const get = operation("GET", "/tasks/{id}", {
  ...json,
  turn: "large",
  summary: "Read an A2A task",
  description: "A task of the caller. For a task that was sent without a token, its id is enough.",
  query: schema.GetTaskQuery,
  textSchema: schema.Task,
  errors: { ...common, taskNotFound },
});
const list = operation("GET", "/tasks", {
  ...json,
  turn: "large",
  summary: "List the caller's A2A tasks",
  optionalToken: "Any valid token. Without one, the response is 401.",
  description: "The tasks whose state changed last come first.",
  query: schema.ListTasksQuery,
  textSchema: schema.ListTasksResponse,
  errors: common,
});
const cancel = operation("POST", "/tasks/{id}:cancel", {
  ...json,
  turn: "none",
  summary: "Cancel an A2A task",
  description:
    "Takes effect at once. The agent gets an event of the kind `a2a.canceled`. Its later answers change nothing.",
  textSchema: schema.Task,
  errors: { ...common, ...stored, taskNotFound, taskNotCancelable, didMismatch: DEFAULT_ERRORS.didMismatch },
});
const following = {
  ...events,
  turn: "none",
  summary: "Follow an A2A task",
  description:
    "Server-Sent Events: the present task, then its changes. Available by GET and by POST, because A2A 1.0 names both.",
  errors: { ...common, taskNotFound, unsupportedOperation, unavailable: SENDING.unavailable },
} as const;
const follow = operation("GET", "/tasks/{id}:subscribe", following);
const subscribe = operation("POST", "/tasks/{id}:subscribe", following);
const METHODS =
  "Methods: SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask, SubscribeToTask. Methods of push notifications are not supported. A request must contain one message.";
const rpc = operation("POST", "", {
  summary: "Call an agent's A2A address by JSON-RPC",
  description: METHODS,
  turn: "none",
  protocol: RPC,
  optionalToken: OF_A_DOOR,
  body: schema.RpcRequest,
  responses: { 200: schema.RpcResponse },
  descriptions: { 200: "The result, or an error. A streaming method responds with Server-Sent Events of results." },
  example: { body: { jsonrpc: "2.0", id: 1, method: "SendMessage", params: BODY } },
  errors: { forbidden, notFound: NO_DOOR, ...stored, unavailable: SENDING.unavailable },
});
const card = {
  ...open,
  kind: "protocol",
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
  params: z.object({ did: z.string() }),
  example: MEMBER.example,
  errors: { forbidden, notFound: NO_DOOR },
});

export const callDoor = rpc("callDoor", MEMBER);
export const sendToDoor = send("sendToDoor", MEMBER);
export const streamToDoor = stream("streamToDoor", MEMBER);
export const listDoorTasks = list("listDoorTasks", MEMBER);
export const getDoorTask = get("getDoorTask", MEMBER);
export const cancelDoorTask = cancel("cancelDoorTask", MEMBER);
export const followDoorTask = follow("followDoorTask", MEMBER);
export const subscribeToDoorTask = subscribe("subscribeToDoorTask", MEMBER);

export const callRouter = rpc("callRouter", ROUTER, {
  optionalToken: OF_THE_ROUTER,
  summary: "Call this service's A2A agent by JSON-RPC, which routes messages by their text",
  description: `${METHODS} A new message is routed by its text, and requires a token of T1 or above. The result is the chosen agent's task, or a message if there is no match.`,
});
export const sendToRouter = send("sendToRouter", ROUTER, {
  optionalToken: OF_THE_ROUTER,
  summary: "Send a message by A2A to the agent that its text fits best",
  description:
    "The message is routed by its text, as by `POST /api/relay/route`, and requires a token of T1 or above. The response is the chosen agent's task, or a message if there is no match.",
});
export const streamToRouter = stream("streamToRouter", ROUTER, {
  optionalToken: OF_THE_ROUTER,
  summary: "Send a message by A2A to the agent that its text fits best, and follow its task",
});
export const listRoutedTasks = list("listRoutedTasks", ROUTER);
export const getRoutedTask = get("getRoutedTask", ROUTER);
export const cancelRoutedTask = cancel("cancelRoutedTask", ROUTER);
export const followRoutedTask = follow("followRoutedTask", ROUTER);
export const subscribeToRoutedTask = subscribe("subscribeToRoutedTask", ROUTER);
