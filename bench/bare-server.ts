import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";
import type { DatabaseAddress } from "@/lib/db/address";
import { type Operation, parametersFor, type Statement } from "./scenarios";

/**
 * What the service is measured against: node:http and postgres.js and nothing between them. It runs the service's own
 * statements over the same database and writes the rows as JSON; no routing, limits, validation, headers or log.
 * The path is the number of the operation.
 */
export interface BareSettings {
  address: DatabaseAddress;
  operations: Operation[];
}

/** Captured parameters hold JSON as text already. */
const jsonb = { to: 3802, from: [3802], serialize: (value: unknown) => value, parse: JSON.parse };

function openPool(address: DatabaseAddress): postgres.Sql {
  const options = { types: { jsonb }, connection: { plan_cache_mode: "force_custom_plan", TimeZone: "UTC" } };
  return "url" in address
    ? postgres(address.url, { ...options, max: 10 })
    : postgres({ ...options, path: address.socket, max: 1, user: "postgres", database: "postgres" });
}

async function bodyOf(request: IncomingMessage): Promise<{ did: string }> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text === "" ? { did: "" } : JSON.parse(text);
}

const execute = (sql: postgres.Sql | postgres.TransactionSql, statement: Statement, did: string) =>
  sql.unsafe(statement.text, parametersFor(statement, did) as never[], { prepare: true });

async function perform(sql: postgres.Sql, { authentication, work, transaction }: Operation, did: string) {
  if (authentication) await execute(sql, authentication, did);
  return transaction ? sql.begin((tx) => execute(tx, work, did)) : execute(sql, work, did);
}

const [{ address, operations }] = (await once(process, "message")) as [BareSettings];
const sql = openPool(address);
const server = createServer(async (request, response) => {
  const operation = operations[Number(request.url?.slice(1))];
  if (!operation) return void response.writeHead(404).end();
  const { did } = await bodyOf(request);
  const rows = await perform(sql, operation, did);
  response.writeHead(operation.authentication ? 201 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(rows));
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit(0));
