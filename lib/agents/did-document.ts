import type { AgentRow } from "@/lib/db/schema/agents";
import { type DidDocument, verificationMethod } from "@/lib/did-document";
import { pageSegment } from "@/lib/http/page-address";
import { jwkOf } from "@/lib/public-key";
import { keyIsProven } from "@/lib/trust/rules";
import { recogniseSource } from "./sources/recognise";

/** What a member's DID document is made of. */
export type DocumentedAgent = Pick<
  AgentRow,
  "did" | "status" | "publicKey" | "provenKey" | "endpoints" | "capabilityManifest"
>;

/** What each protocol of an endpoint is called as the type of a service. */
const SERVICE_TYPES = { a2a: "A2AEndpoint", mcp: "MCPServer", http: "HttpEndpoint" } as const;

/** Where a member answers, and where its card is. */
function servicesOf({ did, endpoints, capabilityManifest }: DocumentedAgent, webDid: string, origin: string) {
  const isCard = recogniseSource(capabilityManifest) === "a2a-card";
  const card = `${origin}/api/agents/${encodeURIComponent(did)}/card`;
  return [
    ...(isCard ? [{ id: `${webDid}#agent-card`, type: "A2AAgentCard", serviceEndpoint: card }] : []),
    ...endpoints.map(({ protocol, url }, index) => ({
      id: `${webDid}#endpoint-${index + 1}`,
      type: SERVICE_TYPES[protocol],
      serviceEndpoint: url,
    })),
  ];
}

/**
 * A member's DID document. The key that it proved is the only one. While it is suspended there is no key and no service
 * but its page, which says why: nobody should rely on it then.
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
  const method = await verificationMethod(webDid, jwkOf(agent.publicKey));
  return { ...document, verificationMethod: [method], authentication: [method.id], assertionMethod: [method.id] };
}
