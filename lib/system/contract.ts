import { z } from "zod";
import { endpoint, markdownTwin } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { AgentDescriptor, Health, JsonRpcMessage, Liveness, OpenApiDocument, Readiness, SmokeResult } from "./schema";

export const getHealth = endpoint({
  operationId: "getHealth",
  method: "GET",
  path: "/health",
  summary: "Health of the service and its parts",
  description: "200 whatever it says; `/readyz` answers 503 where requests should go elsewhere.",
  tag: "operations",
  responses: { 200: Health },
});

export const runSmoke = endpoint({
  operationId: "runSmoke",
  method: "GET",
  path: "/api/system/smoke",
  summary: "Whether the service does what it promises, tried now",
  description:
    "BLOCKED, with reasons, where the database cannot be written and read, migrations are missing, a log's head does not fit its entries, or a document is not what the manifest says. A part that hangs has failed. 200 whatever it says.",
  tag: "operations",
  responses: { 200: SmokeResult },
});

export const getMetrics = endpoint({
  operationId: "getMetrics",
  method: "GET",
  path: "/metrics",
  summary: "Metrics in the text exposition format",
  description:
    "Of this instance; agents, incidents, freezes, the logs' entries and what waits for vectors are the federation's, and are left out while the database is silent.",
  tag: "operations",
  text: "text/plain; version=0.0.4; charset=utf-8",
  responses: { 200: z.string() },
});

export const describeApi = endpoint({
  operationId: "describeApi",
  method: "GET",
  path: "/openapi.json",
  summary: "This description",
  tag: "discovery",
  responses: { 200: OpenApiDocument },
});

export const describeAgent = endpoint({
  operationId: "describeAgent",
  method: "GET",
  path: "/.well-known/agent.json",
  summary: "What this service is, for agents",
  tag: "discovery",
  responses: { 200: AgentDescriptor },
});

export const getLlmsText = endpoint({
  operationId: "getLlmsText",
  method: "GET",
  path: "/llms.txt",
  summary: "Where a language model begins",
  description: "Markdown, by the convention of llmstxt.org: what this is, the first calls, and links.",
  tag: "discovery",
  text: "text/plain; charset=utf-8",
  responses: { 200: z.string() },
});

export const callMcp = endpoint({
  operationId: "callMcp",
  method: "POST",
  path: "/api/mcp",
  summary: "The Model Context Protocol",
  description:
    "Streamable HTTP without sessions, one JSON-RPC message a request. The tools are operations of this API under their own names and rules: those that read need no token, the others the bearer token that the request carries.",
  tag: "discovery",
  kind: "protocol",
  body: JsonRpcMessage,
  example: { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
  responses: { 200: JsonRpcMessage },
});

export const getSecurityText = endpoint({
  operationId: "getSecurityText",
  method: "GET",
  path: "/.well-known/security.txt",
  summary: "Where to report a weakness",
  description: "RFC 9116. Not found where the operator has named no contact.",
  tag: "discovery",
  text: "text/plain; charset=utf-8",
  responses: { 200: z.string() },
  errors: { notFound: DEFAULT_ERRORS.notFound },
});

export const checkLiveness = endpoint({
  operationId: "checkLiveness",
  method: "GET",
  path: "/livez",
  summary: "Whether the process answers",
  tag: "operations",
  kind: "probe",
  responses: { 200: Liveness },
});

export const checkReadiness = endpoint({
  operationId: "checkReadiness",
  method: "GET",
  path: "/readyz",
  summary: "Whether this instance should get requests",
  description: "503 while it starts, drains, or cannot reach its database.",
  tag: "operations",
  kind: "probe",
  responses: { 200: Readiness },
  errors: { unavailable: { status: 503, error: "Not ready", code: "NOT_READY" } },
});

export const showDocs = endpoint({
  operationId: "showDocs",
  method: "GET",
  path: "/docs",
  summary: "This reference as a page, with a quick start",
  tag: "discovery",
  kind: "page",
  text: "text/html; charset=utf-8",
  responses: { 200: z.string() },
});

export const getHomeText = markdownTwin({
  operationId: "getHomeText",
  path: "/index.html.md",
  summary: "The first page as markdown",
  tag: "discovery",
});

export const getStatusText = markdownTwin({
  operationId: "getStatusText",
  path: "/status.md",
  summary: "The status page as markdown: every part, tried now",
  tag: "operations",
});

export const getDocsText = markdownTwin({
  operationId: "getDocsText",
  path: "/docs.md",
  summary: "The quick start, and what the reference holds, as markdown",
  tag: "discovery",
});

export const getGroupText = markdownTwin({
  operationId: "getGroupText",
  path: "/docs/{tag}.md",
  summary: "A group of the reference as markdown",
  tag: "discovery",
  params: z.object({ tag: z.string() }),
  example: { params: { tag: "relay" } },
});
