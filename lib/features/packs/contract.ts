import { AgentParams } from "@/lib/features/agents/schema";
import { endpointsOf, ZIP } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, noSuch } from "@/lib/http/errors";
import { MAX_DAYS, MEGABYTES } from "./rules";
import { PackBytes, PackQuery } from "./schema";

const agents = endpointsOf("agents");

export const getEvidencePack = agents.get("/api/agents/{did}/evidence", {
  operationId: "getEvidencePack",
  summary: "An agent's evidence pack: one zip that can be checked offline",
  description: `What the public pages show of an agent in a period of at most ${MAX_DAYS} days: record, versions, standing, audits, incidents, replies and acts. Each act has its leaf, its inclusion proof and the signed checkpoint of the log at one size. Keys, RFCs in force, an \`index.html\` without scripts and \`SHA256SUMS\` are in it, and last a signed in-toto statement about all files. \`node audit.mjs pack.zip --keys jwks.json\` checks it without this service. Take the checker from a place you trust, not from the pack. If the records do not fit, the oldest are left out, and \`LEFT-OUT.txt\`, the index and the statement say so. One pack at a time is made for callers without a token, and one for members.`,
  optionalToken: `Without a token, the files of a pack have at most ${MEGABYTES.anyone} MB before compression, with a token ${MEGABYTES.member} MB.`,
  mediaType: ZIP,
  params: AgentParams,
  query: PackQuery,
  example: { params: { did: "did:demo:s2:glossa" } },
  responses: { 200: PackBytes },
  descriptions: { 200: "The pack. If it cannot be made to its end, the connection is broken." },
  errors: { notFound: noSuch("Agent"), unavailable: DEFAULT_ERRORS.unavailable },
});
