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
    skills: [
      skill("Explain a concept", "At the level asked for, with one example.", "What is a hash chain?"),
      skill("Set an exercise", "With a worked solution to check against.", "Give me three problems on fractions"),
    ],
  },
];
