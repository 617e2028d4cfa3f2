import type { AgentRow } from "@/lib/database/schema/agents";
import { keyIsProven } from "@/lib/features/trust/rules";
import { pageSegment } from "@/lib/http/page-address";
import { type DidDocument, verificationMethods } from "@/lib/identity/did-document";
import { PERMISSIONS } from "@/lib/identity/permissions";
import { jwkOf } from "@/lib/identity/public-key";
import { tierAtLeast } from "@/lib/identity/tiers";
import { recogniseSource } from "./manifests/recognise";

/** The data from which a member's DID document is made. */
export type DocumentedAgent = Pick<
  AgentRow,
  "did" | "status" | "trustTier" | "publicKey" | "provenKey" | "endpoints" | "capabilityManifest"
>;

const SERVICE_TYPES = { a2a: "A2AEndpoint", mcp: "MCPServer", http: "HttpEndpoint" } as const;

/** Returns the services of a member: its endpoints and its card. */
function servicesOf(agent: DocumentedAgent, webDid: string, origin: string) {
  const { did, endpoints, capabilityManifest, status, trustTier } = agent;
  const hasDoor = status === "active" && tierAtLeast(trustTier, PERMISSIONS["relay.send"].minimumTier);
  const door = `${origin}/api/a2a/${encodeURIComponent(did)}`;
  const isCard = recogniseSource(capabilityManifest) === "a2a-card";
  const card = `${origin}/api/agents/${encodeURIComponent(did)}/card`;
  return [
    ...(isCard ? [{ id: `${webDid}#agent-card`, type: "A2AAgentCard", serviceEndpoint: card }] : []),
    ...(hasDoor ? [{ id: `${webDid}#a2a-door`, type: SERVICE_TYPES.a2a, serviceEndpoint: door }] : []),
    ...endpoints.map(({ protocol, url }, index) => ({
      id: `${webDid}#endpoint-${index + 1}`,
      type: SERVICE_TYPES[protocol],
      serviceEndpoint: url,
    })),
  ];
}

/**
 * Returns a member's DID document. Its only key is the proven one, in two forms. While the member is suspended, the document has no
 * key and only the member's page as a service; that page says why, and nobody should rely on the member then.
 * @param webDid its did:web; @param origin the service's address
 */
export async function viewDidDocument(agent: DocumentedAgent, webDid: string, origin: string): Promise<DidDocument> {
  const profile = `${origin}/agents/${pageSegment(agent.did)}`;
  const isSuspended = agent.status === "suspended";
  const page = { id: `${webDid}#profile`, type: "AgentProfile", serviceEndpoint: profile };
  const document = {
    id: webDid,
    alsoKnownAs: [agent.did],
    service: isSuspended ? [page] : [page, ...servicesOf(agent, webDid, origin)],
  };
  if (isSuspended || !keyIsProven(agent)) return document;
  const methods = await verificationMethods(webDid, jwkOf(agent.publicKey));
  const ids = methods.map(({ id }) => id);
  return { ...document, verificationMethod: methods, authentication: ids, assertionMethod: ids };
}
