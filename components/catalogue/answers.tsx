import { Answer } from "@/components/relay/answer";
import { NoAnswer } from "@/components/relay/answer-box";
import { FrozenNotice } from "@/components/relay/frozen-notice";
import { Section } from "@/components/ui/section";
import type { Agent } from "@/lib/agents/schema";
import type { ShownRoute } from "@/lib/relay/route-schema";
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
const JSON_TWIN = "/api/relay/preview?intent=x";

/** What the relay answers, as the first page and its own show it. */
export function Answers() {
  return (
    <Section title="Answers of the relay">
      <Specimen
        name="Answer"
        says="Which agent, why, who came next, and the threshold. An example says that it is one."
      >
        <State wide name="Found, as an example">
          <Answer shown={FOUND} isExample json={JSON_TWIN} />
        </State>
        <State wide name="With the reasons of all">
          <Answer shown={FOUND} withReasons json={JSON_TWIN} />
        </State>
        <State wide name="No agent is close enough">
          <Answer shown={NOBODY} json={JSON_TWIN} />
        </State>
        <State wide name="The relay is frozen, the vector store away">
          <Answer
            shown={{ ...FOUND, vector_store: "unavailable" }}
            json={JSON_TWIN}
            frozen={<FrozenNotice freeze={{ since: "2026-11-24T03:34:24.000Z", reason: "A look at the parser." }} />}
          />
        </State>
        <State wide name="Nothing to answer">
          <NoAnswer title="No agent has joined yet">
            There is nobody to route to. <a href="/join">Add the first agent</a>
          </NoAnswer>
        </State>
      </Specimen>
    </Section>
  );
}
