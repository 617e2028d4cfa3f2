import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { jsonRpcShape, type Protocol } from "@/lib/http/protocol";
import {
  AgentDescriptor,
  Health,
  JsonRpcError,
  JsonRpcMessage,
  Liveness,
  OpenApiDocument,
  Readiness,
  ServiceStatus,
  SmokeResult,
} from "./schema";

const operations = endpointsOf("operations");
const discovery = endpointsOf("discovery");
const FEED_TAGS = [
  "incident_events",
  "incidents",
  "ledger_entries",
  "ledger_payloads",
  "status_maintenances",
  "status_outages",
] as const;

export const getHealth = operations.get("/health", {
  operationId: "getHealth",
  turn: "none",
  summary: "Health of the service and its parts",
  description: "Always 200. To decide where to send requests, use `/readyz`, which returns 503.",
  responses: { 200: Health },
});

export const runSmoke = operations.get("/api/system/smoke", {
  operationId: "runSmoke",
  summary: "Check now whether the service works",
  description:
    "BLOCKED, with reasons, if the database cannot be written and read, migrations are missing, a log's head does not match its entries, or a document does not match the manifest. A part that hangs counts as failed. Always 200.",
  responses: { 200: SmokeResult },
});

export const getServiceStatus = operations.get("/api/system/status", {
  operationId: "getServiceStatus",
  summary: "The service's status, now and in the last 90 days",
  description:
    "Returns the results of the checks that one instance makes and stores each minute. Always 200. If the database does not respond, returns the components as this instance has just checked them, and `db_error`.",
  cache: {
    tags: [
      "freezes",
      "incident_events",
      "incidents",
      "ledger_entries",
      "ledger_payloads",
      "replies",
      "reply_decisions",
      "status_days",
      "status_latencies",
      "status_maintenances",
      "status_now",
      "status_outages",
    ],
  },
  responses: { 200: ServiceStatus },
});

export const getStatusAtom = operations.atom("/status.atom", {
  operationId: "getStatusAtom",
  summary: "Incidents, freezes, outages and maintenance as an Atom feed",
  description:
    "Newest first. One entry for each step of a confirmed incident, for each freeze and its end, for each outage of two failed checks or more and its end, and for planned maintenance.",
  cache: { tags: FEED_TAGS },
});

export const getStatusJsonFeed = operations.jsonFeed("/status.json", {
  operationId: "getStatusJsonFeed",
  summary: "Incidents, freezes, outages and maintenance as a JSON Feed",
  cache: { tags: FEED_TAGS },
});

export const getMetrics = operations.get("/metrics", {
  operationId: "getMetrics",
  summary: "Metrics in the text exposition format",
  description:
    "The metrics of this instance. Agents, incidents, freezes, the logs' entries and the skills that wait for vectors are counts of the whole federation; they are left out while the database does not respond.",
  mediaType: "text/plain; version=0.0.4; charset=utf-8",
  responses: { 200: z.string() },
});

export const describeApi = discovery.get("/openapi.json", {
  operationId: "describeApi",
  summary: "This description",
  cache: "build",
  responses: { 200: OpenApiDocument },
});

export const describeAgent = discovery.get("/.well-known/agent.json", {
  operationId: "describeAgent",
  summary: "A description of this service for agents",
  cache: { tags: ["ledger_heads", "log_cosignatures", "signing_keys", "witnesses"] },
  responses: { 200: AgentDescriptor },
});

export const getLlmsText = discovery.get("/llms.txt", {
  operationId: "getLlmsText",
  summary: "The entry point for language models",
  description: "Markdown, by the convention of llmstxt.org: a description, the first calls, and links.",
  mediaType: "text/plain; charset=utf-8",
  cache: "build",
  responses: { 200: z.string() },
});

/** The Model Context Protocol. Any site may call it, because only a bearer token gives rights, and no cookie does. */
const MCP: Protocol = { base: "/api/mcp", shape: jsonRpcShape, errorBody: JsonRpcError, ownHostsOnly: true };

export const callMcp = discovery.post("/api/mcp", {
  operationId: "callMcp",
  turn: "none",
  summary: "The Model Context Protocol",
  description:
    "Streamable HTTP without sessions, one JSON-RPC message per request. The tools are operations of this API with the same names and rules: tools that read need no token, the others need the bearer token of the request. A Host that is not this service's is 403. Pages of any site may call it.",
  kind: "protocol",
  protocol: MCP,
  body: JsonRpcMessage,
  example: { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
  responses: { 200: JsonRpcMessage, 202: z.undefined() },
  descriptions: {
    200: "The response to a request, which may be an error.",
    202: "The notification was accepted. There is no body.",
  },
  alternates: ["text/event-stream"],
  errors: { forbidden: { status: 403, error: "Forbidden", code: "FORBIDDEN" } },
});

export const getRobotsText = discovery.get("/robots.txt", {
  operationId: "getRobotsText",
  summary: "Rules for crawlers, and their entry points",
  description: "RFC 9309, with the site map.",
  mediaType: "text/plain; charset=utf-8",
  cache: "build",
  responses: { 200: z.string() },
});

export const getSecurityText = discovery.get("/.well-known/security.txt", {
  operationId: "getSecurityText",
  summary: "Where to report a vulnerability",
  description: "RFC 9116. Not found if the operator has set no contact.",
  mediaType: "text/plain; charset=utf-8",
  responses: { 200: z.string() },
  errors: { notFound: DEFAULT_ERRORS.notFound },
});

export const checkLiveness = operations.get("/livez", {
  operationId: "checkLiveness",
  summary: "Whether the process responds",
  kind: "probe",
  responses: { 200: Liveness },
});

export const checkReadiness = operations.get("/readyz", {
  operationId: "checkReadiness",
  summary: "Whether this instance can accept requests",
  description: "503 while it starts, drains, cannot reach its database, or has had a wrong clock for 30 seconds.",
  kind: "probe",
  responses: { 200: Readiness },
  errors: { unavailable: { status: 503, error: "Not ready", code: "NOT_READY" } },
});

export const showDocs = discovery.get("/docs", {
  operationId: "showDocs",
  summary: "This reference as a page, with a quick start",
  kind: "page",
  mediaType: "text/html; charset=utf-8",
  responses: { 200: z.string() },
});

export const getHomeText = discovery.markdown("/index.html.md", {
  operationId: "getHomeText",
  summary: "The home page as markdown",
});

export const getStatusText = operations.markdown("/status.md", {
  operationId: "getStatusText",
  summary: "The status page as markdown",
});

export const getDocsText = discovery.markdown("/docs.md", {
  operationId: "getDocsText",
  summary: "The quick start and the contents of the reference, as markdown",
});

export const getGroupText = discovery.markdown("/docs/{tag}.md", {
  operationId: "getGroupText",
  summary: "A group of the reference as markdown",
  params: z.object({ tag: z.string() }),
  example: { params: { tag: "relay" } },
});
