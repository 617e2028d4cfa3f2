import { z } from "zod";
import { optional } from "@/lib/features/relay/schema";
import { TASK_STATES } from "@/lib/features/relay/tasks/rules";
import { BOUNDS } from "@/lib/foundation/bounds";
import { A2A_VERSION } from "@/lib/http/errors";
import { Instant } from "@/lib/http/instant";
import { isStorable } from "@/lib/http/untrusted-json";

/** The media type of A2A's JSON over HTTP. */
export const A2A_JSON = "application/a2a+json";
/** Most parts of a message or an artifact. */
export const MAX_PARTS = 100;
export const MAX_PAGE_SIZE = 100;

export const EXAMPLE_ID = "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20";

/** The version of the protocol. It may also be a parameter of the query, `A2A-Version`. */
export const VersionHeader = z.object({
  "a2a-version": z
    .string()
    .optional()
    .meta({
      description: `The version of A2A, \`${A2A_VERSION}\`. An absent one means 0.3, which is not supported. The query can have it instead.`,
      example: A2A_VERSION,
    }),
});

const JsonObject = z.record(z.string(), z.unknown());
const identifier = z.string().min(1).max(BOUNDS.key);
const texts = z.array(z.string().max(BOUNDS.address)).max(32);

/** Returns the schema of an integer. ProtoJSON writes an int32 as a number or as a string; a query has only strings. */
const whole = (least: number, most: number) =>
  optional(
    z
      .union([z.int(), z.string().regex(/^-?\d{1,10}$/)])
      .transform(Number)
      .refine((count) => count >= least && count <= most, `must be an integer from ${least} to ${most}`),
  ).meta({ type: "integer", minimum: least, maximum: most });
const flag = optional(z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])).meta({
  type: "boolean",
});
const historyLength = whole(0, 2_147_483_647);

const CONTENT = ["text", "raw", "url", "data"] as const;

/** A part of a message or an artifact: text, JSON, or a file as bytes or as an address, which is never fetched. */
export const Part = z
  .object({
    text: z.string().optional(),
    raw: z.base64().optional(),
    url: z.string().max(BOUNDS.address).optional(),
    data: z.unknown().optional(),
    metadata: JsonObject.optional(),
    filename: z.string().max(300).optional(),
    mediaType: z.string().max(BOUNDS.name).optional(),
  })
  .refine((part) => CONTENT.filter((name) => part[name] !== undefined).length === 1, {
    message: "must have one of text, data, raw and url",
  })
  .meta({ id: "A2aPart" });
export type Part = z.infer<typeof Part>;

export const Parts = z.array(Part).min(1).max(MAX_PARTS);

/** A message of a caller (A2A 1.0, 4.1.4). Other fields are dropped. */
const CallerMessage = z.object({
  messageId: identifier,
  role: z.literal("ROLE_USER"),
  parts: Parts,
  contextId: optional(z.string().max(128)).meta({
    description: "Groups tasks. Absent: the context of the task, or a new one.",
  }),
  taskId: optional(z.string().max(128)).meta({
    description: "The task that the message continues. Absent: a new task.",
  }),
  metadata: optional(JsonObject),
  extensions: optional(texts),
  referenceTaskIds: optional(texts),
});
export type CallerMessage = z.infer<typeof CallerMessage>;

export const SendMessageRequest = z
  .object({
    message: CallerMessage,
    configuration: optional(
      z.object({
        acceptedOutputModes: optional(texts),
        historyLength,
        returnImmediately: flag.meta({ description: "`true`: the response does not wait for an answer." }),
        taskPushNotificationConfig: z
          .unknown()
          .optional()
          .meta({ description: "Not supported. Responds with an error." }),
      }),
    ),
    metadata: optional(JsonObject).meta({
      description: "`src_did` names the agent to send as. Required with a token of an organisation or an operator.",
    }),
  })
  .meta({ id: "A2aSendMessageRequest" });
export type SendMessageRequest = z.infer<typeof SendMessageRequest>;

const TaskState = z.enum(Object.values(TASK_STATES));

export const GetTaskQuery = z.object({
  historyLength: historyLength.meta({ description: "Most messages of its history. Absent: all." }),
});
/** The parameters of a JSON-RPC call about one task. */
export const TaskCall = GetTaskQuery.extend({ id: z.string() });

export const ListTasksQuery = z.object({
  contextId: optional(z.string().max(128).refine(isStorable, "must not contain NUL or a lone surrogate")).meta({
    example: EXAMPLE_ID,
  }),
  status: optional(
    // No task here is ever in these states of A2A.
    z.enum([
      ...TaskState.options,
      ...(["TASK_STATE_UNSPECIFIED", "TASK_STATE_REJECTED", "TASK_STATE_AUTH_REQUIRED"] as const),
    ]),
  ),
  pageSize: whole(1, MAX_PAGE_SIZE).meta({ default: 50 }),
  pageToken: optional(z.string().max(BOUNDS.key)).meta({ example: btoa(`0 ${EXAMPLE_ID}`) }),
  historyLength: historyLength.meta({ description: "Most messages of each task's history. Absent: none." }),
  statusTimestampAfter: optional(Instant),
  includeArtifacts: flag,
});
export type ListTasksQuery = z.infer<typeof ListTasksQuery>;

const Message = z
  .object({
    messageId: z.string(),
    contextId: z.string().optional(),
    taskId: z.string().optional(),
    role: z.enum(["ROLE_USER", "ROLE_AGENT"]),
    parts: z.array(Part),
    metadata: JsonObject.optional(),
    extensions: z.array(z.string()).optional(),
    referenceTaskIds: z.array(z.string()).optional(),
  })
  .meta({ id: "A2aMessage" });
export type Message = z.input<typeof Message>;

const Artifact = z
  .object({
    artifactId: z.string(),
    name: z.string().optional(),
    description: z.string().optional(),
    parts: z.array(Part),
    metadata: JsonObject.optional(),
  })
  .meta({ id: "A2aArtifact" });
export type Artifact = z.input<typeof Artifact>;

const TaskStatus = z.object({ state: TaskState, message: Message.optional(), timestamp: z.iso.datetime() });
export type TaskStatus = z.input<typeof TaskStatus>;

export const Task = z
  .object({
    id: z.uuid(),
    contextId: z.string(),
    status: TaskStatus,
    artifacts: z.array(Artifact).optional(),
    history: z.array(Message).optional(),
    metadata: JsonObject.optional().meta({ description: "`did` of the agent, and `traceId` in the relay." }),
  })
  .meta({ id: "A2aTask" });
export type Task = z.input<typeof Task>;

export const SendMessageResponse = z
  .union([z.object({ task: Task }), z.object({ message: Message })])
  .meta({ id: "A2aSendMessageResponse" });
export type SendMessageResponse = z.input<typeof SendMessageResponse>;

export const ListTasksResponse = z
  .object({
    tasks: z.array(Task),
    nextPageToken: z.string().meta({ description: '"" on the last page.' }),
    pageSize: z.int(),
    totalSize: z.int(),
  })
  .meta({ id: "A2aListTasksResponse" });
export type ListTasksResponse = z.input<typeof ListTasksResponse>;

const place = { taskId: z.string(), contextId: z.string() };

export const StreamResponse = z
  .union([
    z.object({ task: Task }),
    z.object({ message: Message }),
    z.object({ statusUpdate: z.object({ ...place, status: TaskStatus }) }),
    z.object({
      artifactUpdate: z.object({ ...place, artifact: Artifact, append: z.boolean(), lastChunk: z.boolean() }),
    }),
  ])
  .meta({ id: "A2aStreamResponse" });
export type StreamResponse = z.input<typeof StreamResponse>;

/** An error response over HTTP (google.rpc.Status, A2A 1.0, 11.6). */
export const A2aError = z
  .object({
    error: z.object({
      code: z.int(),
      status: z.string(),
      message: z.string(),
      details: z.array(z.looseObject({ "@type": z.string() })),
    }),
  })
  .meta({ id: "A2aError" });

const rpcId = z.union([z.string().max(BOUNDS.identifier), z.number(), z.null()]);

export const RpcRequest = z
  .object({ jsonrpc: z.literal("2.0"), id: rpcId, method: z.string().max(BOUNDS.name), params: JsonObject.optional() })
  .meta({ id: "A2aRpcRequest" });

export const RpcError = z
  .object({
    jsonrpc: z.literal("2.0"),
    id: rpcId,
    error: z.object({
      code: z.int(),
      message: z.string(),
      data: z.array(z.looseObject({ "@type": z.string() })),
    }),
  })
  .meta({ id: "A2aRpcError" });

export const RpcResponse = z
  .union([z.object({ jsonrpc: z.literal("2.0"), id: rpcId, result: JsonObject }), RpcError])
  .meta({ id: "A2aRpcResponse" });
