import { endpointsOf } from "@/lib/http/endpoint";
import { noSuch } from "@/lib/http/errors";
import { EvidenceManifest, EvidenceReport, VerifyEvidence } from "./schema";

const evidence = endpointsOf("evidence");

export const getManifest = evidence.get("/evidence/manifest.json", {
  operationId: "getManifest",
  summary: "The federation's documents with their expected hashes",
  description: "An in-toto Statement v1. The files are below `/evidence/`, together with their `SHA256SUMS`.",
  cache: "build",
  responses: { 200: EvidenceManifest },
});

export const verifyEvidence = evidence.get("/api/evidence/verify", {
  operationId: "verifyEvidence",
  summary: "Compare the served documents with the manifest",
  description: "Hashes the files on disk. A missing file is a mismatch. External documents are skipped.",
  query: VerifyEvidence,
  responses: { 200: EvidenceReport },
  errors: { notFound: noSuch("Document") },
});

export const getEvidenceText = evidence.markdown("/evidence.md", {
  operationId: "getEvidenceText",
  summary: "The federation's documents, checked now, as markdown",
});
