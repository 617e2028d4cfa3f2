import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import { Health, Liveness, OpenApiDocument, Readiness } from "./schema";

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
