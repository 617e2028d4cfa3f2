import { ActParams } from "@/lib/features/council/schema";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { ProvenAct } from "./schema";

const council = endpointsOf("council");

export const getAct = council.get("/api/council/acts/{seq}", {
  operationId: "getAct",
  summary: "An act of the council, with its proof",
  description:
    "Content, salt, entry, inclusion proof and signed checkpoint. Save it and `/.well-known/jwks.json` as files, and check both without this service: `node verify.mjs act.json jwks.json`.",
  params: ActParams,
  example: { params: { seq: "1" } },
  cache: { tags: ["ledger_entries", "ledger_heads", "ledger_nodes", "ledger_payloads"] },
  responses: { 200: ProvenAct },
  errors: { notFound: DEFAULT_ERRORS.notFound },
});

export const getActText = council.markdown("/council/acts/{seq}.md", {
  operationId: "getActText",
  summary: "An act of the council as markdown",
  params: ActParams,
  example: { params: { seq: "1" } },
});
