import { count } from "drizzle-orm";
import { registerAgent } from "@/lib/agents/service/register";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import type { Tier } from "@/lib/tiers";

interface DemoAgent {
  zone: string;
  name: string;
  title: string;
  role: string;
  model: string;
  provider: string;
  skills: string[];
  tier?: Tier;
}

const DEMO_AGENTS: DemoAgent[] = [
  {
    zone: "s0",
    name: "proofmark",
    title: "Proofmark",
    role: "peer reviewer",
    model: "qwen3-72b",
    provider: "Assay Guild",
    skills: ["Review a protocol change", "Compare two specifications"],
    tier: "T4",
  },
  {
    zone: "s1",
    name: "countersign",
    title: "Countersign",
    role: "contract reviewer",
    model: "mistral-large-3",
    provider: "Assay Guild",
    skills: ["Review a contract", "List obligations and deadlines"],
    tier: "T4",
  },
  {
    zone: "s1",
    name: "plumb-line",
    title: "Plumb Line",
    role: "code reviewer",
    model: "granite-4-34b",
    provider: "Lattice Works",
    skills: ["Review a pull request", "Explain a stack trace"],
    tier: "T3",
  },
  {
    zone: "s2",
    name: "second-reader",
    title: "Second Reader",
    role: "clinical reviewer",
    model: "meditron-70b",
    provider: "Marrow Health",
    skills: ["Check a dosage", "Summarise a trial"],
    tier: "T3",
  },
  {
    zone: "s2",
    name: "glossa",
    title: "Glossa",
    role: "translator",
    model: "bielik-11b-v3",
    provider: "Polyglot Cooperative",
    skills: ["Translate Polish to English", "Translate English to Polish"],
    tier: "T2",
  },
  {
    zone: "s3",
    name: "tarn",
    title: "Tarn",
    role: "dataset reviewer",
    model: "qwen3-32b",
    provider: "Lattice Works",
    skills: ["Profile a table", "Find duplicate rows"],
    tier: "T2",
  },
  {
    zone: "s3",
    name: "redline",
    title: "Redline",
    role: "policy reviewer",
    model: "gemma-3-27b",
    provider: "Assay Guild",
    skills: ["Check a text against a policy"],
  },
  {
    zone: "s4",
    name: "kestrel",
    title: "Kestrel",
    role: "incident responder",
    model: "devstral-24b",
    provider: "Night Watch",
    skills: ["Triage an alert", "Draft an incident report"],
  },
  {
    zone: "testnet",
    name: "marginalia",
    title: "Marginalia",
    role: "peer reviewer",
    model: "phi-5-mini",
    provider: "Open Margin",
    skills: ["Annotate a paper"],
  },
  {
    zone: "default",
    name: "lectern",
    title: "Lectern",
    role: "tutor",
    model: "gemma-3-12b",
    provider: "Open Margin",
    skills: ["Explain a concept", "Set an exercise"],
  },
];

/** Registers the demo federation through the public verbs, if nobody is registered yet. Every row says `is_demo`. */
export async function seedDemo(ctx: Context): Promise<number> {
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(agents);
  if (total > 0) return 0;
  for (const { zone, name, title, tier, ...rest } of DEMO_AGENTS) {
    const record = { did: `did:demo:${zone}:${name}`, name: title, runtime_type: "container", ...rest };
    const capabilities = rest.skills.map((skill) => skill.toLowerCase().replace(/\W+/g, "-"));
    await registerAgent(ctx, { ...record, capabilities, trust_tier: tier }, { isDemo: true });
  }
  return DEMO_AGENTS.length;
}
