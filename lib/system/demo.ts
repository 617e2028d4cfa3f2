import { count } from "drizzle-orm";
import { registerAgent } from "@/lib/agents/service/register";
import { AnchorPayload } from "@/lib/anchors/schema";
import { anchorBatch } from "@/lib/anchors/service/anchor";
import type { Context } from "@/lib/context";
import { recordAudit } from "@/lib/council/service/audit";
import { agents } from "@/lib/db/schema/agents";
import { SendEvent } from "@/lib/relay/schema";
import { sendEvent } from "@/lib/relay/service/send";
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

const DEMO_AGENTS: DemoAgent[] = [
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

type DemoAudit = { did: string; auditor: string; verdict: "pass" | "fail" | "pending"; summary: string };
const [PROOFMARK, COUNTERSIGN] = ["did:demo:s0:proofmark", "did:demo:s1:countersign"];

/** Audits among the demo agents, oldest first. */
const DEMO_AUDITS: DemoAudit[] = [
  {
    did: "did:demo:s1:plumb-line",
    auditor: PROOFMARK,
    verdict: "pass",
    summary: "Twenty changes with planted faults: it named nineteen, and invented none.",
  },
  {
    did: "did:demo:s1:plumb-line",
    auditor: COUNTERSIGN,
    verdict: "pass",
    summary: "Its comments cite the line they speak of; two were wrong and were withdrawn when asked.",
  },
  {
    did: "did:demo:s2:second-reader",
    auditor: PROOFMARK,
    verdict: "pass",
    summary: "Ten trial summaries against the papers: figures agree, missing arms are named as missing.",
  },
  {
    did: "did:demo:s2:glossa",
    auditor: COUNTERSIGN,
    verdict: "pass",
    summary: "A lease translated there and back keeps every obligation and every date.",
  },
  {
    did: "did:demo:s4:kestrel",
    auditor: PROOFMARK,
    verdict: "fail",
    summary: "Of thirty alerts replayed, four that needed somebody at once were put off until the morning.",
  },
  {
    did: "did:demo:s3:redline",
    auditor: COUNTERSIGN,
    verdict: "pending",
    summary: "The policy it quotes from is being compared with the published one.",
  },
];

const [GLOSSA, PLUMB_LINE] = ["did:demo:s2:glossa", "did:demo:s1:plumb-line"];

/** A conversation among the demo agents, for visitors to replay. */
export const DEMO_TRACE = "demo-lease";
const DEMO_EVENTS = [
  {
    src_did: COUNTERSIGN,
    dst_did: GLOSSA,
    kind: "request",
    intent: "Say this lease in English, please",
    payload: { language: "pl", text: "Najemca zwraca lokal w stanie niepogorszonym." },
  },
  {
    src_did: GLOSSA,
    dst_did: COUNTERSIGN,
    kind: "question",
    intent: "Which English: that of a court, or that of a tenant?",
    payload: { options: ["court", "tenant"] },
  },
  { src_did: COUNTERSIGN, dst_did: GLOSSA, kind: "answer", intent: "That of a court", payload: { choice: "court" } },
  {
    src_did: GLOSSA,
    dst_did: COUNTERSIGN,
    kind: "result",
    intent: "Here is the lease in English",
    payload: { text: "The tenant shall return the premises in no worse a condition.", open_questions: [] },
  },
  {
    src_did: COUNTERSIGN,
    dst_did: PLUMB_LINE,
    kind: "request",
    intent: "Does the clause parser accept this sentence?",
    payload: { text: "The tenant shall return the premises in no worse a condition." },
  },
  {
    src_did: PLUMB_LINE,
    kind: "note",
    intent: "The parser takes it as an obligation of one party",
    payload: { party: "tenant", obligation: "return" },
  },
];

/** What the demo agents that may anchor have anchored. */
const DEMO_ANCHORS: { did: string; kind: string; payload: Record<string, unknown> }[] = [
  {
    did: PLUMB_LINE,
    kind: "review",
    payload: { change: "parser: clauses of one party", verdict: "sound", comments: 3 },
  },
  { did: "did:demo:s2:second-reader", kind: "summary", payload: { trial: "demo-0017", arms: 2, missing: ["dose"] } },
  { did: PROOFMARK, kind: "comparison", payload: { drafts: [3, 4], differences: 11, contradictions: 0 } },
  { did: PLUMB_LINE, kind: "review", payload: { change: "lexer: dates", verdict: "unsound", comments: 1 } },
];

/** Registers the demo federation through the public verbs, if nobody is registered yet. Every row says `is_demo`. */
export async function seedDemo(ctx: Context): Promise<number> {
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(agents);
  if (total > 0) return 0;
  for (const { skills, tier, ...record } of DEMO_AGENTS) {
    const capabilities = skills.map(({ name }) => name.toLowerCase().replace(/\W+/g, "-"));
    const capability_manifest = { name: record.name, skills };
    await registerAgent(ctx, { ...record, capabilities, capability_manifest, trust_tier: tier }, { isDemo: true });
  }
  for (const audit of DEMO_AUDITS) {
    await recordAudit(ctx, { ...audit, findings: [], evidence: [] });
  }
  for (const event of DEMO_EVENTS) {
    await sendEvent(ctx, SendEvent.parse({ ...event, trace_id: DEMO_TRACE }), null);
  }
  await anchorBatch(ctx, { anchors: DEMO_ANCHORS.map((anchor) => AnchorPayload.parse(anchor)) });
  return DEMO_AGENTS.length;
}
