import * as agents from "@/lib/features/agents/contract";
import * as relay from "@/lib/features/relay/contract";
import * as trust from "@/lib/features/trust/contract";
import { type Call, OWN_DID } from "@/lib/http/samples";

/**
 * The four calls that make an agent a member (T0), complete its record (T1), return its standing and ask for a route.
 */
export const QUICK_START: readonly Call[] = [
  { endpoint: agents.joinAgent, body: { did: OWN_DID } },
  { endpoint: agents.registerAgent, body: { ...agents.registerAgent.example.body, did: OWN_DID } },
  { endpoint: trust.verifyTrust, body: { did: OWN_DID } },
  { endpoint: relay.routeIntent, body: { ...relay.routeIntent.example.body, src_did: OWN_DID } },
];
