import { createMcpHandler, McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { requestScope } from "@/lib/context";
import { settings } from "@/lib/env";
import { type ErrorKind, isServiceError } from "@/lib/errors";
import type { Endpoint } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { describeTool, requestOfTool } from "@/lib/http/tool";
import { callMcp } from "@/lib/system/contract";
import { SPEC_VERSION } from "@/lib/versions";
import type { Binding, Handler } from "./bind";
import { readJson } from "./json";

/** An endpoint offered as a tool, with the handler of its route. */
export interface Tool {
  name: string;
  endpoint: Endpoint;
  handler: Handler;
}

/** JSON-RPC 2.0, 5.1. */
const INVALID_REQUEST = -32_600;
const PARSE_ERROR = -32_700;

function refusal(kind: ErrorKind, code: number, message: string): Response {
  const body = { jsonrpc: "2.0", id: null, error: { code, message } };
  return Response.json(body, { status: DEFAULT_ERRORS[kind].status, headers: { "cache-control": "no-store" } });
}

/** What of a request a tool's call carries on: whose it is, and under which address the service was asked. */
const CARRIED = ["authorization", "host", "x-forwarded-host", "x-forwarded-proto"];

function carriedFrom(from: Request | undefined): [string, string][] {
  return CARRIED.flatMap((name): [string, string][] => {
    const value = from?.headers.get(name);
    return value ? [[name, value]] : [];
  });
}

/** Arguments go on as they came: the endpoint itself checks them, and refuses in its own words. */
function unchecked(schema: Record<string, unknown>): StandardSchemaWithJSON<Record<string, unknown>> {
  const jsonSchema = { input: () => schema, output: () => schema };
  const validate = (value: unknown) => ({ value: (value ?? {}) as Record<string, unknown> });
  return { "~standard": { version: 1, vendor: "federation", validate, jsonSchema } };
}

/** Calls a tool as the one whose token the MCP request carries. A refusal is the tool's answer, not a protocol's error. */
async function callTool({ name, endpoint, handler }: Tool, given: Record<string, unknown>, from: Request | undefined) {
  const { path, params, body } = requestOfTool(endpoint, given);
  const request = new Request(new URL(path, from?.url ?? "http://localhost"), {
    method: endpoint.method,
    headers: carriedFrom(from),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const answer = (await response.json()) as Record<string, unknown>;
  Object.assign(requestScope().event, { route: callMcp.path, tool: name, tool_status: response.status });
  return {
    content: [{ type: "text" as const, text: JSON.stringify(answer) }],
    structuredContent: answer,
    isError: !response.ok,
  };
}

function serverOf(tools: readonly Tool[], from: Request | undefined): McpServer {
  // Nothing here changes while a client listens: a subscription then ends at once, and holds no connection.
  const capabilities = { tools: { listChanged: false } };
  const server = new McpServer({ name: settings().FEDERATION_NAME, version: SPEC_VERSION }, { capabilities });
  for (const tool of tools) {
    const { title, description, inputSchema, readOnly } = describeTool(tool.endpoint);
    const annotations = { title, readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false };
    server.registerTool(
      tool.name,
      { title, description, inputSchema: unchecked(inputSchema), annotations },
      (given: Record<string, unknown>) => callTool(tool, given, from),
    );
  }
  return server;
}

/** A request as the transport wants it: it asks for headers that a message, which has been read as JSON, does not need. */
function asStreamable(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.set("accept", "application/json, text/event-stream");
  return new Request(request, { headers });
}

/** The one message of an answer, for who did not say that they read streams. */
async function withoutStream(response: Response): Promise<Response> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
  const [, message = "null"] = /^data: (.*)$/m.exec(await response.text()) ?? [];
  return new Response(message, { status: response.status, headers: { "content-type": "application/json" } });
}

/**
 * The Model Context Protocol over streamable HTTP, without sessions: each request stands by itself, so that any instance
 * answers it. One message a request: a batch would pass the rate limit as one.
 */
export function bindMcp(tools: readonly Tool[]): Binding {
  const { fetch } = createMcpHandler(({ requestInfo }) => serverOf(tools, requestInfo));
  const handler: Handler = async (request) => {
    requestScope().event["route"] = callMcp.path;
    let parsedBody: unknown;
    try {
      parsedBody = await readJson(request.clone() as Request, settings().MAX_BODY_BYTES);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      return refusal(error.kind, PARSE_ERROR, error.message);
    }
    if (Array.isArray(parsedBody)) return refusal("invalid", INVALID_REQUEST, "Send one message a request.");
    const answer = await fetch(asStreamable(request), { parsedBody });
    const readsStreams = request.headers.get("accept")?.includes("text/event-stream") === true;
    const response = readsStreams ? answer : await withoutStream(answer);
    response.headers.set("cache-control", "no-store");
    return response;
  };
  return { method: "POST", handler };
}
