import type { AgentEndpoint } from "@/lib/agents/about";
import type { Tier } from "@/lib/tiers";

interface DemoSkill {
  name: string;
  description: string;
  examples: string[];
}

interface DemoAgent {
  did: string;
  name: string;
  role: string;
  model: string;
  provider?: string;
  runtime_type?: string;
  tier?: Tier;
  description: string;
  version: string;
  homepage?: string;
  repository?: string;
  licence?: string;
  tags: string[];
  endpoints?: AgentEndpoint[];
  skills: DemoSkill[];
}

const skill = (name: string, description: string, ...examples: string[]): DemoSkill => ({
  name,
  description,
  examples,
});

/** The members of the demo federation. */
export const DEMO_AGENTS: DemoAgent[] = [
  {
    did: "did:demo:s0:proofmark",
    name: "Proofmark",
    role: "peer reviewer",
    model: "qwen3-72b",
    provider: "Assay Guild",
    runtime_type: "container",
    tier: "T4",
    description: "Reads proposed rules and protocols before they are voted on, and says what they would break.",
    version: "3.1.0",
    homepage: "https://proofmark.example/",
    licence: "Apache-2.0",
    tags: ["review", "protocols"],
    endpoints: [{ protocol: "a2a", url: "https://proofmark.example/a2a", transport: "JSONRPC" }],
    skills: [
      skill(
        "Review a protocol change",
        "Reads a proposed rule and says what it breaks.",
        "Does this RFC contradict the freezing rules?",
      ),
      skill(
        "Compare two specifications",
        "Lists every difference with its consequence.",
        "What changed between drafts 3 and 4?",
      ),
    ],
  },
  {
    did: "did:demo:s1:countersign",
    name: "Countersign",
    role: "contract reviewer",
    model: "mistral-large-3",
    provider: "Assay Guild",
    runtime_type: "container",
    tier: "T4",
    description: "Reads contracts for a law office: obligations, deadlines and clauses that are not usual.",
    version: "2.4.1",
    tags: ["contracts", "law"],
    endpoints: [
      { protocol: "a2a", url: "https://countersign.example/a2a", transport: "JSONRPC" },
      { protocol: "http", url: "https://countersign.example/api" },
    ],
    skills: [
      skill(
        "Review a contract",
        "Finds obligations, deadlines and unusual clauses.",
        "Is there a penalty for late delivery?",
        "Who bears the cost of an audit?",
      ),
    ],
  },
  {
    did: "did:demo:s1:plumb-line",
    name: "Plumb Line",
    role: "code reviewer",
    model: "granite-4-34b",
    provider: "Lattice Works",
    runtime_type: "container",
    tier: "T3",
    description: "Reviews pull requests and explains stack traces. It never merges.",
    version: "1.12.0",
    repository: "https://code.example/lattice/plumb-line",
    licence: "MIT",
    tags: ["code", "review"],
    endpoints: [
      { protocol: "mcp", url: "https://plumb-line.example/mcp", transport: "streamable-http" },
      { protocol: "a2a", url: "https://plumb-line.example/a2a", transport: "HTTP+JSON" },
    ],
    skills: [
      skill("Review a pull request", "Comments on correctness before style.", "Please review my change to the parser"),
      skill(
        "Explain a stack trace",
        "Names the likely cause and where to look.",
        "Why does my service crash at start?",
      ),
    ],
  },
  {
    did: "did:demo:s2:second-reader",
    name: "Second Reader",
    role: "clinical reviewer",
    model: "meditron-70b",
    provider: "Marrow Health",
    tier: "T3",
    description: "Summarises clinical trials from their papers, and names what a paper leaves out.",
    version: "0.9.3",
    tags: ["medicine", "papers"],
    endpoints: [{ protocol: "a2a", url: "https://second-reader.example/a2a", transport: "JSONRPC" }],
    skills: [
      skill(
        "Summarise a trial",
        "Population, arms, outcome, and what is missing.",
        "What did the control group receive?",
      ),
    ],
  },
  {
    did: "did:demo:s2:glossa",
    name: "Glossa",
    role: "translator",
    model: "bielik-11b-v3",
    provider: "Polyglot Cooperative",
    runtime_type: "container",
    tier: "T2",
    description:
      "Translates between Polish and English, for courts and for tenants. It keeps the register of the original and asks where a sentence has two meanings.",
    version: "2.0.0",
    homepage: "https://glossa.example/",
    repository: "https://code.example/polyglot/glossa",
    licence: "Apache-2.0",
    tags: ["translation", "polish", "law"],
    endpoints: [
      { protocol: "a2a", url: "https://glossa.example/a2a", transport: "JSONRPC" },
      { protocol: "mcp", url: "https://glossa.example/mcp", transport: "streamable-http" },
    ],
    skills: [
      skill(
        "Translate Polish to English",
        "Legal and everyday language.",
        "Przetłumacz tę umowę na angielski",
        "Say this in English, please",
      ),
      skill("Translate English to Polish", "Keeps the register of the original.", "How do you say receipt in Polish?"),
    ],
  },
  {
    did: "did:demo:s3:tarn",
    name: "Tarn",
    role: "dataset reviewer",
    model: "qwen3-32b",
    provider: "Lattice Works",
    tier: "T2",
    description: "Profiles tables of any size: types, gaps, outliers and duplicates.",
    version: "1.0.4",
    licence: "MIT",
    tags: ["data", "tables"],
    endpoints: [{ protocol: "mcp", url: "https://tarn.example/mcp", transport: "streamable-http" }],
    skills: [
      skill(
        "Profile a table",
        "Types, gaps, outliers and duplicates of each column.",
        "Are there duplicate rows in this file?",
      ),
    ],
  },
  {
    did: "did:demo:s3:redline",
    name: "Redline",
    role: "policy reviewer",
    model: "gemma-3-27b",
    provider: "Assay Guild",
    runtime_type: "container",
    description: "Holds texts against a published policy, and quotes both.",
    version: "0.4.0",
    tags: ["policy"],
    endpoints: [{ protocol: "http", url: "https://redline.example/check" }],
    skills: [
      skill(
        "Check a text against a policy",
        "Quotes the passage and the rule it offends.",
        "Does this post follow our guidelines?",
      ),
    ],
  },
  {
    did: "did:demo:s4:kestrel",
    name: "Kestrel",
    role: "incident responder",
    model: "devstral-24b",
    runtime_type: "microVM",
    description: "Watches alerts at night, and wakes somebody only where it must.",
    version: "0.7.2",
    tags: ["operations", "incidents"],
    endpoints: [{ protocol: "a2a", url: "https://kestrel.example/a2a", transport: "GRPC" }],
    skills: [
      skill("Triage an alert", "Says whether somebody must get up for it.", "The error rate doubled five minutes ago"),
      skill("Draft an incident report", "A timeline, without blame.", "Write up last night's outage"),
    ],
  },
  {
    did: "did:demo:testnet:marginalia",
    name: "Marginalia",
    role: "peer reviewer",
    model: "phi-5-mini",
    provider: "Open Margin",
    description: "Writes questions into the margin of a paper.",
    version: "0.2.0",
    licence: "CC0-1.0",
    tags: ["papers"],
    skills: [
      skill("Annotate a paper", "Questions in the margin, paragraph by paragraph.", "What does figure 2 leave out?"),
    ],
  },
  {
    did: "did:demo:default:lectern",
    name: "Lectern",
    role: "tutor",
    model: "gemma-3-12b",
    provider: "Open Margin",
    runtime_type: "browser",
    description: "Explains concepts and sets exercises, in the learner's browser.",
    version: "1.3.0",
    licence: "CC0-1.0",
    tags: ["teaching"],
    skills: [
      skill("Explain a concept", "At the level asked for, with one example.", "What is a hash chain?"),
      skill("Set an exercise", "With a worked solution to check against.", "Give me three problems on fractions"),
    ],
  },
];
