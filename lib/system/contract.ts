import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { AgentDescriptor, Health, Liveness, OpenApiDocument, Readiness } from "./schema";

export const getHealth = endpoint({
  operationId: "getHealth",
  method: "GET",
  path: "/health",
  summary: "Health of the service and its parts",
  description: "200 whatever it says; `/readyz` answers 503 where requests should go elsewhere.",
  tag: "operations",
  responses: { 200: Health },
});

export const getMetrics = endpoint({
  operationId: "getMetrics",
  method: "GET",
  path: "/metrics",
  summary: "Metrics in the text exposition format",
  description:
    "Of this instance; the agents by tier are the federation's, and are left out while the database is silent.",
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

export const getSecurityText = endpoint({
  operationId: "getSecurityText",
  method: "GET",
  path: "/.well-known/security.txt",
  summary: "Where to report a weakness",
  description: "RFC 9116. Not found where the operator has named no contact.",
  tag: "discovery",
  beyond: true,
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
  beyond: true,
  free: true,
  responses: { 200: Liveness },
});

export const checkReadiness = endpoint({
  operationId: "checkReadiness",
  method: "GET",
  path: "/readyz",
  summary: "Whether this instance should get requests",
  description: "503 while it starts, drains, or cannot reach its database.",
  tag: "operations",
  beyond: true,
  free: true,
  responses: { 200: Readiness },
  errors: { unavailable: { status: 503, error: "Not ready", code: "NOT_READY" } },
});
