import * as agents from "@/lib/features/agents/contract";
import * as relay from "@/lib/features/relay/contract";
import * as trust from "@/lib/features/trust/contract";
import { trimEndOf } from "@/lib/foundation/text/trim";
import { type Call, curlsOf } from "@/lib/http/samples";
import { slug } from "../rules";
import type { ApplicationProgress } from "../schema";

type Subject = Pick<ApplicationProgress, "did" | "organisation" | "capabilities" | "public_key">;

/** Registered as the skill if the applicant named no capability. Nobody finds an agent without skills. */
export const PLACEHOLDER_SKILL = "Describe here what your agent can do";

/** Returns the DID of an organisation's first agent. The organisation may choose another one. */
function firstDid(organisation: string): string {
  const name = trimEndOf(slug(organisation).toLowerCase().slice(0, 60), "-_.");
  return `did:fed:default:${name || "my"}-agent`;
}

/**
 * Returns the four commands, with the token in `$TOKEN`, that make an agent a member (T0), complete its record (T1),
 * get its signed standing and ask for a first route. They contain no comments, because not every shell accepts typed
 * comments.
 * @param origin this service's public address
 */
export function firstCommands(origin: string, { did, organisation, capabilities, public_key }: Subject): string {
  const actor = did ?? firstDid(organisation);
  const post = (endpoint: Call["endpoint"], body: object): Call => ({ endpoint, body });
  const name = actor.slice(actor.lastIndexOf(":") + 1);
  return curlsOf(origin, [
    post(agents.joinAgent, { did: actor, provider: organisation }),
    post(agents.registerAgent, {
      did: actor,
      name,
      provider: organisation,
      ...(capabilities.length > 0 ? { capabilities, skills: capabilities } : { skills: [PLACEHOLDER_SKILL] }),
      ...(public_key ? { public_key } : {}),
    }),
    post(trust.verifyTrust, { did: actor }),
    post(relay.routeIntent, { src_did: actor, intent: "Say this in English, please" }),
  ]);
}
