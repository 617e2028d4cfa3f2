import { FrozenNotice } from "@/components/relay/frozen-notice";
import { RouteResult } from "@/components/relay/route-result";
import { NoRouteResult } from "@/components/relay/route-result-box";
import { Section } from "@/components/ui/section";
import type { Agent } from "@/lib/features/agents/schema";
import type { ShownRoute } from "@/lib/features/relay/route-schema";
import { Specimen, State } from "./specimen";

function agentOf(name: string, about: Partial<Agent>): Agent {
  return {
    ...{ did: `did:demo:s2:${name.toLowerCase()}`, name, provider: "Polyglot Cooperative", role: "translator" },
    ...{ model: "", model_given: false, zone: "S2", runtime_type: "", capabilities: [], skills: [] },
    ...{ description: "Translates legal and technical documents.", version: "", homepage: "", repository: "" },
    ...{ licence: "", tags: [], endpoints: [], capability_manifest: {}, trust_tier: "T3", trust_score: 88.7 },
    ...{ status: "active", last_seen: "2026-11-24T03:34:24.000Z", registered_at: "2026-11-24T03:34:24.000Z" },
    ...{
      is_demo: true,
      key_verified: true,
      domains: [],
      protocols: [],
      audits_passed: 3,
      incidents_named: 0,
      ...about,
    },
  };
}

function candidateOf(score: number, agent: Agent): ShownRoute["candidates"][number] {
  const reason = "nearest skill “Translate Polish to English”: close in meaning (0.79); has “translate”";
  return { did: agent.did, name: agent.name, score, match: "semantic", reason, agent };
}

const glossa = agentOf("Glossa", {});
const second = agentOf("Countersign", { trust_tier: "T1", trust_score: 17.5, key_verified: false });
const NOBODY: ShownRoute = {
  intent: "Translate a lease from Polish to English",
  ...{ match: "none", target: null, threshold: 0.38, reason: "", vector_store: "used", auditsPassed: 0 },
  candidates: [candidateOf(0.21, second)],
};
const FOUND: ShownRoute = {
  ...NOBODY,
  ...{ match: "semantic", auditsPassed: 3, target: { score: 0.91, ...glossa } },
  candidates: [candidateOf(0.91, glossa), candidateOf(0.52, second)],
};
const JSON_PATH = "/api/relay/preview?intent=x";

/** Shows results of the relay, as on the home page and the relay's page. */
export function RouteResults() {
  return (
    <Section title="Results of the relay">
      <Specimen
        name="Result"
        says="The agent, the reasons, the other candidates, and the threshold. An example is marked as one."
      >
        <State wide name="Found, as an example">
          <RouteResult shown={FOUND} isExample json={JSON_PATH} />
        </State>
        <State wide name="With reasons for all candidates">
          <RouteResult shown={FOUND} withReasons json={JSON_PATH} />
        </State>
        <State wide name="No agent is close enough">
          <RouteResult shown={NOBODY} json={JSON_PATH} />
        </State>
        <State wide name="The relay is frozen, and the vector store is unavailable">
          <RouteResult
            shown={{ ...FOUND, vector_store: "unavailable" }}
            json={JSON_PATH}
            frozen={<FrozenNotice freeze={{ since: "2026-11-24T03:34:24.000Z", reason: "A look at the parser." }} />}
          />
        </State>
        <State wide name="No agents">
          <NoRouteResult title="No agent has joined yet">
            There is no agent to route to. <a href="/join">Add the first agent</a>
          </NoRouteResult>
        </State>
      </Specimen>
    </Section>
  );
}
