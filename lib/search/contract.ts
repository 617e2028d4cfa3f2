import { endpointsOf } from "@/lib/http/endpoint";
import { VectorStoreHealth } from "./schema";

const operations = endpointsOf("operations");
const UNAVAILABLE = { status: 503, error: "Vector store unavailable", code: "VECTOR_STORE_UNAVAILABLE" };

export const getVectorStoreHealth = operations.get("/api/vectorstore/health", {
  operationId: "getVectorStoreHealth",
  summary: "Whether the vector store is reachable",
  description: "While it is not, intents are routed by words alone.",
  responses: { 200: VectorStoreHealth },
  errors: { unavailable: UNAVAILABLE },
});
