import { assertOwnHost, authenticateRequest, type Binding, type Handler, inVerbSpan, parseInput } from "@/lib/api/bind";
import { readJson } from "@/lib/api/json";
import { type Context, requestScope } from "@/lib/authority/context";
import { isDatabaseError } from "@/lib/database/errors";
import { openDatabase } from "@/lib/database/open";
import { TOO_MANY_WAIT } from "@/lib/edge/exchange";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import { log } from "@/lib/foundation/log";
import { ownValue } from "@/lib/foundation/own-values";
import { reasonOf } from "@/lib/foundation/reason";
import type { ApiRequest } from "@/lib/http/api-request";
import { type Endpoint, wireError } from "@/lib/http/endpoint";
import { A2A_ERRORS, retryAfterSeconds, type WireError } from "@/lib/http/errors";
import type { Door } from "@/lib/interop/a2a/service/find-task";
import { doorStream } from "./door-stream";
import { type A2aMethod, RPC_METHODS } from "./methods";
import { requireVersion } from "./version";

/** Error codes of JSON-RPC 2.0, 5.1. */
const [PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS] = [-32_700, -32_600, -32_601, -32_602];

type Id = string | number | null;

/** A fault of the message, with its JSON-RPC code. */
class RpcFault extends Error {
  readonly code: number;
  readonly fields: readonly string[];
  constructor(code: number, message: string, fields: readonly string[] = []) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

interface Message {
  id: Id;
  method: string;
  params: unknown;
}

/** Checks that the body is one JSON-RPC 2.0 request with an id. @throws RpcFault */
function messageOf(sent: unknown): Message {
  const fault = (message: string) => new RpcFault(INVALID_REQUEST, message);
  if (Array.isArray(sent)) throw fault("The body must be one message. Batches are not supported.");
  const { jsonrpc, id, method, params = {} } = (sent ?? {}) as Partial<Record<string, unknown>>;
  if (jsonrpc !== "2.0") throw fault('`jsonrpc` must be "2.0".');
  if (typeof id !== "string" && typeof id !== "number" && id !== null) throw fault("`id` is required.");
  if (typeof method !== "string") throw fault("`method` must be a string.");
  return { id, method, params };
}

function idOf(sent: unknown): Id {
  const id = typeof sent === "object" && sent !== null && "id" in sent ? sent.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function methodOf(name: string): A2aMethod {
  const method = ownValue(RPC_METHODS, name);
  if (method) return method;
  throw new RpcFault(METHOD_NOT_FOUND, `\`method\` is unknown. Supported are ${Object.keys(RPC_METHODS).join(", ")}.`);
}

/** Parses the params of a method. @throws ServiceError `invalid` */
const paramsOf = (endpoint: Endpoint, { params }: A2aMethod, given: unknown) =>
  parseInput({ ...endpoint, errors: {} }, params, given) as never;

/** Maps an error. Faults of the message have status 200, because clients read the body only then. */
function wireOf(endpoint: Endpoint, error: unknown): WireError & { ok: boolean } {
  if (error instanceof RpcFault) {
    const text = { error: "Invalid request", code: "INVALID_REQUEST" };
    return { ...text, status: 400, rpcCode: error.code, ok: true };
  }
  const kind = error instanceof ServiceError ? error.kind : isDatabaseError(error) ? "database" : "internal";
  if (kind in A2A_ERRORS) return { ...A2A_ERRORS[kind as keyof typeof A2A_ERRORS], ok: true };
  const wire = wireError(endpoint, kind);
  return kind === "invalid" ? { ...wire, rpcCode: INVALID_PARAMS, ok: true } : { ...wire, ok: false };
}

function respondError(endpoint: Endpoint, id: Id, error: unknown): Response {
  const { ok, ...wire } = wireOf(endpoint, error);
  const isSaid = error instanceof ServiceError || error instanceof RpcFault;
  if (!isSaid) log().error({ endpoint: endpoint.operationId, error: reasonOf(error) }, "request failed");
  const { message, fields } = isSaid ? error : { message: "", fields: [] };
  const body = endpoint.protocol?.shape(wire, message, fields) ?? {};
  const headers = new Headers({ "content-type": "application/json", "cache-control": "no-store" });
  const wait = error instanceof ServiceError ? (error.retryAfterSeconds ?? retryAfterSeconds(error.kind)) : undefined;
  if (wait !== undefined) headers.set("retry-after", String(wait));
  if (wire.status === 401) headers.set("www-authenticate", 'Bearer realm="federation"');
  return new Response(JSON.stringify({ ...body, id }), { status: ok ? 200 : wire.status, headers });
}

/** Reads the body. @throws RpcFault if it is no JSON; ServiceError if it is too large or has another media type */
async function readMessage(request: ApiRequest): Promise<unknown> {
  try {
    return await readJson(request, settings().MAX_BODY_BYTES);
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "invalid")
      throw new RpcFault(PARSE_ERROR, error.message, error.fields);
    throw error;
  }
}

/** Binds A2A over JSON-RPC. @param doorOf returns the door that the path's parameters name */
export function bindRpc(endpoint: Endpoint, doorOf: (params: Record<string, string | string[]>) => Door): Binding {
  const handler: Handler = async (request, route) => {
    const scope = requestScope();
    scope.event["route"] = endpoint.path;
    let id: Id = null;
    try {
      assertOwnHost(request);
      const sent = await readMessage(request);
      id = idOf(sent);
      requireVersion(request);
      const base = { db: openDatabase(), clock: () => new Date(), log: log() };
      const ctx: Context = { ...base, caller: await authenticateRequest(endpoint, request, base) };
      const message = messageOf(sent);
      scope.event["method"] = message.method;
      const method = methodOf(message.method);
      const params = paramsOf(endpoint, method, message.params);
      if (method.isRead && (await scope.work?.turn("large")) === false) {
        throw new ServiceError("overloaded", TOO_MANY_WAIT);
      }
      // The token may have ended meanwhile.
      ctx.caller = await authenticateRequest(endpoint, request, base);
      const door = doorOf(await route.params);
      const { run, open } = method;
      if (open) {
        const start = (signal: AbortSignal) => inVerbSpan(endpoint, () => open({ ctx, door, signal }, params));
        return await doorStream(ctx, request, endpoint.path, start, (result) => ({ jsonrpc: "2.0", id, result }));
      }
      const { signal } = request;
      const result = await inVerbSpan(endpoint, async () => run?.({ ctx, door, signal }, params));
      return Response.json({ jsonrpc: "2.0", id, result }, { headers: { "cache-control": "no-store" } });
    } catch (error) {
      return respondError(endpoint, id, error);
    }
  };
  return { method: "POST", handler, shape: endpoint.protocol?.shape };
}
