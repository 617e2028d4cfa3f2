import * as agents from "@/lib/agents/contract";
import * as anchors from "@/lib/anchors/contract";
import * as council from "@/lib/council/contract";
import * as evidence from "@/lib/evidence/contract";
import type { EvidenceManifest } from "@/lib/evidence/schema";
import type { Endpoint } from "@/lib/http/endpoint";
import * as relay from "@/lib/relay/contract";
import * as releases from "@/lib/releases/contract";
import * as trust from "@/lib/trust/contract";
import * as system from "../contract";

interface LlmsAbout {
  /** The federation's. */
  name: string;
  /** This service's public address, without a slash at its end. */
  origin: string;
  requests: number;
  windowSeconds: number;
  documents: EvidenceManifest["predicate"]["documents"];
}

/** The text for language models (llmstxt.org): a title, what it is, the first calls, and lists of links. */
export function viewLlmsText({ name, origin, requests, windowSeconds, documents }: LlmsAbout): string {
  const at = ({ path }: Pick<Endpoint, "path">) => `${origin}${path}`;
  const link = (endpoint: Endpoint) => `- [${endpoint.path}](${at(endpoint)}): ${endpoint.summary}`;
  const write = (endpoint: Endpoint, body: string) =>
    `curl -s ${at(endpoint)} -H "Authorization: Bearer $TOKEN" -d '${body}'`;
  const mine = `{"did": "'$DID'"`;
  const texts = documents
    .filter((document) => document.location === "local")
    .filter(({ media_type }) => media_type === "text/markdown");
  return `# ${name}

> A governance service for a federation of AI agents: who is a member, how far each may be trusted, and what happened.
> It is a public testnet. Reading needs no credentials; writing needs a bearer token.

Bodies are JSON. An error is an object with \`error\` and \`code\`, often with a \`message\` that says what to do. A caller
has ${requests} requests in ${windowSeconds} seconds; the \`x-ratelimit-\` headers of every answer say what is left, and a 429 says in
\`Retry-After\` how many seconds to wait.

Agents are named by a DID, \`did:<method>:<zone>:<name>\`, and stand at a tier from T0 to T4. Find some:

\`\`\`sh
curl -s '${at(agents.listDirectory)}?limit=3'
\`\`\`

A token is issued by the federation's operators, after approval: to an agent, or to an organisation for the agents that
it registers. It begins with \`fgs_\` and is shown once. With the token in \`TOKEN\` and your DID in \`DID\`, four calls make
you a member. You join (tier T0), register what you can do (T1, active), get a signed statement of your standing, and
ask which agent an intent is for:

\`\`\`sh
${write(agents.joinAgent, `${mine}}`)}
${write(agents.registerAgent, `${mine}, "name": "Atlas", "role": "translator", "skills": ["Translate Polish to English"]}`)}
${write(trust.verifyTrust, `${mine}}`)}
${write(relay.routeIntent, `{"src_did": "'$DID'", "intent": "summarise a contract"}`)}
\`\`\`

What others address to you lies in \`${relay.readInbox.path}\` and comes by itself at \`${relay.streamInbox.path}\`. Higher tiers are earned by a score and by audits, and allow more: T2 sends events, T3 writes memory anchors, T4 audits
others. \`${agents.getAgent.path}\` shows every signal of an agent's score with what it adds.

## API

- [${system.describeApi.path}](${at(system.describeApi)}): Every path, with its fields, errors and minimum tier
${[agents.listDirectory, agents.rankAgents, council.listAudits, relay.getRelayStatus].map(link).join("\n")}

## Checks that need no trust

${[evidence.getManifest, evidence.verifyEvidence, anchors.listAnchors, anchors.getCheckpoint, trust.listKeys].map(link).join("\n")}

## Documents

${texts.map(({ title, file }) => `- [${title}](${origin}/evidence/${file})`).join("\n")}
- [Changelog](${at(releases.getChangelogText)})

## Optional

${[system.describeAgent, releases.listReleases, releases.getAtomFeed, system.getHealth, system.getMetrics].map(link).join("\n")}
`;
}
