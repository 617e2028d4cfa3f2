import { z } from "zod";
import { AgentEndpoint } from "@/lib/features/agents/details";
import { Subsystem } from "@/lib/features/council/freezes/schema";
import { Verdict } from "@/lib/features/council/schema";
import { IncidentStatus, Severity } from "@/lib/features/incidents/schema";
import { DecideIncident } from "@/lib/features/replies/schema";
import { ReviewVerdict } from "@/lib/features/rfcs/schema";
import { Component } from "@/lib/features/status/component";
import { Tier } from "@/lib/identity/tiers";
import agents from "./tables/agents.json" with { type: "json" };
import audits from "./tables/audits.json" with { type: "json" };
import decisions from "./tables/decisions.json" with { type: "json" };
import incidents from "./tables/incidents.json" with { type: "json" };
import traffic from "./tables/traffic.json" with { type: "json" };

const text = z.string().min(1);
const days = z.int().nonnegative();

/** An agent. The other tables refer to it by the last part of its DID. */
const Agent = z.strictObject({
  did: text,
  name: text,
  provider: text,
  role: text,
  model: text,
  runtime_type: z.string(),
  description: text,
  version: text,
  homepage: text.optional(),
  repository: text.optional(),
  licence: text.optional(),
  tags: z.array(text),
  endpoints: z.array(AgentEndpoint).optional(),
  /**
   * In the form of `server.json`. Each is a container image on a host that can never exist (RFC 2606). A name in a real
   * registry could belong to a real publisher, and a visitor would run that package.
   */
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal("oci"),
        identifier: z.string().regex(/\.example\//),
        transport: z.strictObject({ type: z.literal("stdio") }),
      }),
    )
    .optional(),
  skills: z.array(z.strictObject({ name: text, description: text, examples: z.array(text).min(1) })),
  /** How many days ago it registered. */
  joined: days,
  /** How many days after that it proved its key. Absent if it has none. */
  proved: days.optional(),
  /** A host that it proved to control, a day after its key. */
  domain: text.optional(),
});
export type DemoAgent = z.infer<typeof Agent>;

/** The members of the demo federation. */
export const DEMO_AGENTS = z.array(Agent).parse(agents);

const byName = new Map(DEMO_AGENTS.map((agent) => [agent.did.split(":").at(-1), agent]));

/** Returns the agent that a table names. @throws Error if there is none */
export function agentNamed(name: string): DemoAgent {
  const agent = byName.get(name);
  if (!agent) throw new Error(`The demo has no agent named ${name}.`);
  return agent;
}

export const didOf = (name: string): string => agentNamed(name).did;

const Name = z.string().refine((name) => byName.has(name), "The demo has no agent of this name.");

export const DEMO_AUDITS = z
  .array(z.strictObject({ of: Name, by: Name, daysAgo: days, verdict: Verdict, summary: text }))
  .parse(audits);

/** A part of a day. The hour counts from midnight, UTC. */
const span = { daysAgo: days, hour: z.number(), minutes: z.number() };

export const DEMO_DECISIONS = z
  .strictObject({
    /** T4 cannot be earned. These are the only tiers that operators granted; all others are earned. */
    grants: z.array(z.strictObject({ daysAgo: days, to: Name, tier: Tier, reason: text })),
    suspensions: z.array(
      z.strictObject({ of: Name, daysAgo: days, reason: text, reinstatedDaysAgo: days, reinstated: text }),
    ),
    /** When agents got their own credentials, and with them their records. */
    claims: z.array(z.strictObject({ of: Name, daysAgo: days })),
    /** Decisions of owners about their agents. */
    withdrawals: z.array(z.strictObject({ of: Name, daysAgo: days, reason: text })),
    /** When a component failed its checks. */
    outages: z.array(z.strictObject({ component: Component, ...span, message: text })),
    /** When nothing was checked. */
    gaps: z.array(z.strictObject(span)),
    freezes: z.array(
      z.strictObject({
        subsystem: Subsystem,
        daysAgo: days,
        hour: z.number(),
        hours: z.number(),
        reason: text,
        ended: text,
      }),
    ),
    /** Former versions of agents, and when they changed. */
    releases: z.array(z.strictObject({ of: Name, before: text, daysAgo: days })),
    /** An agent that joined but has not completed a registration. */
    joined: z.strictObject({ did: text, provider: text, daysAgo: days }),
    /**
     * Reviews of the federation's rules by agents of tier T4. `share` is the position between the text's entry and now,
     * because nobody reviews a text before it exists.
     */
    reviews: z.array(z.strictObject({ number: text, reviewer: Name, verdict: ReviewVerdict, share: z.number(), text })),
  })
  .parse(decisions);

/** An incident of the demo agents and its handling. Hours count from its opening. */
const Incident = z.strictObject({
  daysAgo: days,
  /** The UTC hour at which it was opened. If absent, 9. */
  hour: z.number().optional(),
  title: text,
  severity: Severity,
  incident_type: text,
  description: text,
  /** If absent, the operators. */
  reporter: Name.optional(),
  affected: z.array(Name).optional(),
  trace_id: text.optional(),
  confirmed: z.strictObject({ afterHours: z.number(), by: Name, note: text }).optional(),
  steps: z.array(
    z.strictObject({ afterHours: z.number(), status: IncidentStatus, note: text, unfounded: z.boolean().optional() }),
  ),
  /** What an affected agent's owner says, and how operators decide about it. */
  reply: z.strictObject({ afterHours: z.number(), of: Name, text }).optional(),
  decided: z
    .strictObject({ afterHours: z.number(), ...DecideIncident.pick({ decision: true, reason: true }).shape })
    .optional(),
  redacted: z.strictObject({ afterHours: z.number(), fields: z.array(text), reason: text }).optional(),
});
export type DemoIncident = z.infer<typeof Incident>;

export const DEMO_INCIDENTS = z.array(Incident).parse(incidents);

/** The trace with a whole conversation, for visitors to replay. An incident refers to it. */
export const DEMO_TRACE = "demo-lease";

const payload = z.record(z.string(), z.unknown());

/** One event of a conversation. Without `to` it goes only to the trace. `#` becomes a number. */
const Turn = z.strictObject({ from: Name, to: Name.optional(), kind: text, intent: text, payload: payload.optional() });
export type Turn = z.infer<typeof Turn>;

export const DEMO_TRAFFIC = z
  .strictObject({
    lease: z.array(Turn),
    /** Conversations that are repeated. One is used only while every sender has tier T2 or above. */
    conversations: z.array(z.array(Turn)),
    /** Intents for the relay, in addition to the examples of the agents' own skills. */
    intents: z.array(text),
    unanswered: z.array(text),
    /** Intents that match no agent, and that are frequent until Polder joins. */
    dutch: z.array(text),
    /** The anchors of agents of tier T3 or above. `#` becomes a number. */
    anchors: z.array(z.strictObject({ of: Name, kind: text, payload })),
  })
  .parse(traffic);
