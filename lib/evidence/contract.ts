import { endpoint, markdownTwin } from "@/lib/http/endpoint";
import { EvidenceManifest, EvidenceReport, VerifyEvidence } from "./schema";

export const getManifest = endpoint({
  operationId: "getManifest",
  method: "GET",
  path: "/evidence/manifest.json",
  summary: "The federation's documents with their expected hashes",
  description: "An in-toto Statement v1. The files are below `/evidence/`, with a `SHA256SUMS` beside them.",
  tag: "evidence",
  responses: { 200: EvidenceManifest },
});

export const verifyEvidence = endpoint({
  operationId: "verifyEvidence",
  method: "GET",
  path: "/api/evidence/verify",
  summary: "Compare the served documents with the manifest",
  description: "Hashes the files as they are on disk. A missing file is a mismatch; external documents are skipped.",
  tag: "evidence",
  query: VerifyEvidence,
  responses: { 200: EvidenceReport },
  errors: { notFound: { status: 404, error: "Document not found", code: "NOT_FOUND" } },
});

export const getEvidenceText = markdownTwin({
  operationId: "getEvidenceText",
  path: "/evidence.md",
  summary: "The federation's documents, checked now, as markdown",
  tag: "evidence",
});
