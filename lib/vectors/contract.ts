import { endpoint } from "@/lib/http/endpoint";
import { VectorStoreHealth } from "./schema";

const UNAVAILABLE = { status: 503, error: "Vector store unavailable", code: "VECTOR_STORE_UNAVAILABLE" };

export const getVectorStoreHealth = endpoint({
  operationId: "getVectorStoreHealth",
  method: "GET",
  path: "/api/vectorstore/health",
  summary: "Whether the vector store is reachable",
  description: "While it is not, intents are routed by their words alone.",
  tag: "operations",
  responses: { 200: VectorStoreHealth },
  errors: { unavailable: UNAVAILABLE },
});
