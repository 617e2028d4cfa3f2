import { STATEMENT_TABLES } from "@/lib/features/trust/schema";
import { endpointsOf } from "@/lib/http/endpoint";
import { noSuch } from "@/lib/http/errors";
import * as schema from "./schema";

const discovery = endpointsOf("discovery");
const cache = { tags: ["mcp_servers", ...STATEMENT_TABLES] } as const;
const NAME = "The name is one path segment. Write its slash as `%2F`.";

export const listMcpServers = discovery.get("/v0.1/servers", {
  operationId: "listMcpServers",
  summary: "MCP servers in the form for clients of the MCP Registry (v0.1)",
  description:
    "Members with a `server.json` that an operator imported, or whose namespace belongs to a host that the member proved to control. Suspended ones are left out. If several members have a name, the first that registered is listed. Ordered by name; with `updated_since`, ordered by change. A change is published 20 s after it was stored, so that none is missed because it was committed late.",
  query: schema.ServersQuery,
  example: { query: { limit: 2 } },
  cache,
  responses: { 200: schema.ServerList },
});

export const listMcpServerVersions = discovery.get("/v0.1/servers/{name}/versions", {
  operationId: "listMcpServerVersions",
  summary: "The versions of an MCP server",
  description: `Only one version of each server is stored, so the list has one. ${NAME}`,
  params: schema.ServerParams,
  query: schema.ServerQuery,
  example: { params: { name: "com.example/weather" } },
  cache,
  responses: { 200: schema.ServerList },
  errors: { notFound: noSuch("Server") },
});

export const getMcpServerVersion = discovery.get("/v0.1/servers/{name}/versions/{version}", {
  operationId: "getMcpServerVersion",
  summary: "A version of an MCP server",
  description: `\`latest\`, or the stored version. ${NAME}`,
  params: schema.VersionParams,
  query: schema.ServerQuery,
  example: { params: { name: "com.example/weather", version: "latest" } },
  cache,
  responses: { 200: schema.ServerResponse },
  errors: { notFound: noSuch("Server") },
});
