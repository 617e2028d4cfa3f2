import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import postgres from "postgres";
import type { z } from "zod";
import { authenticate } from "@/lib/authority/authenticate";
import type { Context } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { JoinAgent, RegisterAgent } from "@/lib/features/agents/schema";
import { joinAgent } from "@/lib/features/agents/service/join";
import { registerAgent } from "@/lib/features/agents/service/register";
import { AnchorPayload } from "@/lib/features/anchors/schema";
import { anchorPayload } from "@/lib/features/anchors/service/anchor";
import { SendEvent } from "@/lib/features/relay/schema";
import { sendEvent } from "@/lib/features/relay/service/send";
import { settings } from "@/lib/foundation/env";
import { log } from "@/lib/foundation/log";

export interface Statement {
  text: string;
  parameters: unknown[];
}

/** A response's body and the headers that say what it is. */
export interface Bytes {
  headers: Record<string, string>;
  body: Uint8Array;
}

/**
 * The server that the service is compared with: plain node:http, without routing, limits, validation, further headers
 * or log.
 *
 * - `bytes` sends these bytes.
 * - `statements` runs the service's own statements, then sends these bytes; without bytes, the rows as JSON.
 * - `verb` authenticates the caller and does with the body what the verb says, with the service's own functions.
 */
export type Operation =
  | { kind: "bytes"; bytes: Bytes }
  | { kind: "statements"; statements: Statement[]; bytes?: Bytes }
  | { kind: "verb"; verb: Verb };

/** A verb with the schema of its body. */
const verb =
  <S extends z.ZodType>(schema: S, run: (ctx: Context, input: z.output<S>) => Promise<unknown>) =>
  (ctx: Context, body: unknown) =>
    run(ctx, schema.parse(body));

const VERBS = {
  anchor: verb(AnchorPayload, anchorPayload),
  send: verb(SendEvent, (ctx, input) => sendEvent(ctx, input, null)),
  join: verb(JoinAgent, async (ctx, input) => (await joinAgent(ctx, input)).agent),
  register: verb(RegisterAgent, registerAgent),
};

/** What the bare server can do with a body. */
export type Verb = keyof typeof VERBS;

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

const JSON_HEADERS = { "content-type": "application/json" };
const POOL_CONNECTIONS = 10;

/** Captured parameters hold JSON as text already. */
const jsonb = { to: 3802, from: [3802], serialize: (value: unknown) => value, parse: JSON.parse };

let pool: postgres.Sql | undefined;

/** The service's database, with the same number of connections. */
function openPool(): postgres.Sql {
  const connection = { plan_cache_mode: "force_custom_plan", TimeZone: "UTC" };
  pool ??= postgres(settings().DATABASE_URL ?? "", { max: POOL_CONNECTIONS, types: { jsonb }, connection });
  return pool;
}

function sendBytes(response: ServerResponse, status: number, { headers, body }: Bytes): void {
  response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
}

function respondOf(operation: Operation): Respond {
  if (operation.kind === "bytes") return (_request, response) => sendBytes(response, 200, operation.bytes);
  if (operation.kind === "statements") {
    const { statements, bytes } = operation;
    const sql = openPool();
    return async (_request, response) => {
      const results = await Promise.all(
        statements.map(({ text, parameters }) => sql.unsafe(text, parameters as never[], { prepare: true })),
      );
      sendBytes(response, 200, bytes ?? { headers: JSON_HEADERS, body: Buffer.from(JSON.stringify(results)) });
    };
  }
  const run = VERBS[operation.verb];
  return async (request, response) => {
    const base = { db: openDatabase(), clock: () => new Date(), log: log() };
    const caller = await authenticate(base, request.headers.authorization);
    const result = await run({ ...base, caller }, JSON.parse((await buffer(request)).toString()));
    sendBytes(response, 201, { headers: JSON_HEADERS, body: Buffer.from(JSON.stringify(result)) });
  };
}

const responds: Respond[] = [];
const server = createServer(async (request, response) => {
  try {
    const respond = responds[Number(request.url?.slice(1))];
    if (!respond) throw new Error("no such operation");
    await respond(request, response);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("message", (operation: Operation) => process.send?.(`/${responds.push(respondOf(operation)) - 1}`));
process.once("disconnect", () => process.exit(0));
