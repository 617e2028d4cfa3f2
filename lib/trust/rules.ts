import type { AgentRow } from "@/lib/db/schema/agents";
import type { StandingReason } from "@/lib/standing-reason";
import { type Tier, tierAtLeast } from "@/lib/tiers";
import { registrationParts } from "./registration-parts";
import type { Signal, TierCondition } from "./schema";

/** What a score is made from: public facts about one agent, nothing else. */
export interface TrustFacts {
  /** Of the eight parts of a full registration, how many are there. */
  registrationParts: number;
  keyVerified: boolean;
  /** The hosts that the agent proved to control, by the key that is proven now. */
  domains: readonly string[];
  /** Completed audits, oldest first. The agents of one organisation are one auditor. */
  audits: readonly { verdict: "pass" | "fail"; day: string; auditor: string; organisation?: string | undefined }[];
  /** Those that weigh on the agent, with the number under which each can be looked up. */
  incidents: readonly { severity: "LOW" | "MAJOR" | "CRITICAL"; day: string; id?: number }[];
  /** The UTC day of first registration, YYYY-MM-DD. */
  registeredOn: string;
}

/** The published weights. Points are tenths, so that contributions add up exactly. */
export const WEIGHTS = {
  registration: { maximum: 200, parts: 8 },
  verifiedKey: { maximum: 150 },
  /** For one host or several. */
  verifiedDomain: { maximum: 50 },
  /** A passed audit counts in full on its day and fades to nothing over a year; a failed one counts against. */
  audits: { maximum: 400, minimum: -400, pass: 160, fail: -200, fadeDays: 365 },
  tenure: { maximum: 200, fullAfterDays: 180 },
  /** An incident's weight fades to nothing over half a year. */
  incidents: { minimum: -600, LOW: -20, MAJOR: -80, CRITICAL: -250, fadeDays: 180 },
} as const;

const DAY_MILLISECONDS = 86_400_000;

/** Whole days from one UTC day to a later one; 0 where it is not later. */
function daysBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS));
}

/** What is left of a weight after some days. */
function faded(points: number, days: number, fadeDays: number): number {
  return (points * Math.max(0, fadeDays - days)) / fadeDays;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/**
 * An agent's trust score on a UTC day: a pure function of public facts, so anyone gets the same number.
 * @param asOf the day, YYYY-MM-DD
 * @returns the score, 0 to 100 in tenths, and the signals that add up to it
 */
export function scoreAgent(facts: TrustFacts, asOf: string): { score: number; signals: Signal[] } {
  const { registration, verifiedKey, verifiedDomain, audits, tenure, incidents } = WEIGHTS;
  const days = daysBetween(facts.registeredOn, asOf);
  const auditPoints = sum(
    facts.audits.map(({ verdict, day }) => faded(audits[verdict], daysBetween(day, asOf), audits.fadeDays)),
  );
  const incidentPoints = sum(
    facts.incidents.map(({ severity, day }) => faded(incidents[severity], daysBetween(day, asOf), incidents.fadeDays)),
  );
  const passed = facts.audits.filter(({ verdict }) => verdict === "pass").length;
  const lines: [Signal["name"], number, number, string][] = [
    [
      "registration",
      registration.maximum,
      (registration.maximum * clamp(facts.registrationParts, 0, registration.parts)) / registration.parts,
      `${facts.registrationParts} of ${registration.parts} parts of the record are filled in`,
    ],
    [
      "verified_key",
      verifiedKey.maximum,
      facts.keyVerified ? verifiedKey.maximum : 0,
      facts.keyVerified ? "control of the key was proven" : "no key has been proven",
    ],
    [
      "verified_domain",
      verifiedDomain.maximum,
      facts.domains.length > 0 ? verifiedDomain.maximum : 0,
      domainsInWords(facts.domains),
    ],
    [
      "audits",
      audits.maximum,
      clamp(auditPoints, audits.minimum, audits.maximum),
      `${passed} passed, ${facts.audits.length - passed} failed; each fades over ${audits.fadeDays} days`,
    ],
    [
      "tenure",
      tenure.maximum,
      (tenure.maximum * Math.min(days, tenure.fullAfterDays)) / tenure.fullAfterDays,
      `${days} days since registration; full after ${tenure.fullAfterDays}`,
    ],
    [
      "incidents",
      0,
      Math.max(incidentPoints, incidents.minimum),
      `${facts.incidents.length} on record; each fades over ${incidents.fadeDays} days`,
    ],
  ];
  const total = clamp(sum(lines.map(([, , points]) => Math.round(points))), 0, 1_000);
  return {
    score: total / 10,
    signals: lines.map(([name, maximum, points, explanation]) => ({
      name,
      maximum: maximum / 10,
      contribution: Math.round(points) / 10 + 0,
      explanation,
    })),
  };
}

function domainsInWords([first, ...others]: readonly string[]): string {
  if (first === undefined) return "no domain has been proven";
  return others.length === 0 ? `controls ${first}` : `controls ${first} and ${others.length} more; they count once`;
}

interface Evidence {
  registered: boolean;
  score: number;
  passes: TrustFacts["audits"];
  failures: TrustFacts["audits"];
  lastVerdict: "pass" | "fail" | undefined;
  incidents: TrustFacts["incidents"];
  asOf: string;
}

/** What each earned tier asks for. T4 is never earned: only an operator grants it. */
const CONDITIONS: { tier: Tier; text: string; holds: (evidence: Evidence) => boolean }[] = [
  { tier: "T1", text: "A full registration", holds: ({ registered }) => registered },
  { tier: "T2", text: "A score of 40 or more", holds: ({ score }) => score >= 40 },
  { tier: "T2", text: "A passed audit", holds: ({ passes }) => passes.length >= 1 },
  { tier: "T2", text: "The last audit was passed", holds: ({ lastVerdict }) => lastVerdict === "pass" },
  {
    tier: "T2",
    text: "No critical incident in 30 days",
    holds: ({ incidents, asOf }) =>
      incidents.every(({ severity, day }) => severity !== "CRITICAL" || daysBetween(day, asOf) >= 30),
  },
  { tier: "T3", text: "A score of 60 or more", holds: ({ score }) => score >= 60 },
  { tier: "T3", text: "Three passed audits", holds: ({ passes }) => passes.length >= 3 },
  {
    tier: "T3",
    text: "By two auditors",
    holds: ({ passes }) => new Set(passes.map(({ organisation, auditor }) => organisation ?? auditor)).size >= 2,
  },
  {
    tier: "T3",
    text: "None failed in 30 days",
    holds: ({ failures, asOf }) => failures.every(({ day }) => daysBetween(day, asOf) >= 30),
  },
];

/** What each earned tier asks for, in words. */
export const TIER_CONDITIONS: readonly Pick<TierCondition, "tier" | "condition">[] = CONDITIONS.map(
  ({ tier, text }) => ({ tier, condition: text }),
);

/** Every condition of the earned tiers, and whether it holds on a UTC day. */
export function tierConditions(facts: TrustFacts, registered: boolean, asOf: string): TierCondition[] {
  const passes = facts.audits.filter(({ verdict }) => verdict === "pass");
  const failures = facts.audits.filter(({ verdict }) => verdict === "fail");
  const lastVerdict = facts.audits.at(-1)?.verdict;
  const { score } = scoreAgent(facts, asOf);
  const evidence = { registered, score, passes, failures, lastVerdict, incidents: facts.incidents, asOf };
  return CONDITIONS.map(({ tier, text, holds }) => ({ tier, condition: text, held: holds(evidence) }));
}

/** The tier that an agent has earned by a UTC day: the highest whose conditions, and those of all below, hold. */
export function earnedTier(facts: TrustFacts, registered: boolean, asOf: string): Tier {
  const missing = tierConditions(facts, registered, asOf).find(({ held }) => !held);
  if (!missing) return "T3";
  return TIER_BELOW[missing.tier];
}

const TIER_BELOW: Record<Tier, Tier> = { T0: "T0", T1: "T0", T2: "T1", T3: "T2", T4: "T3" };

/** Whether an agent has completed its registration: one that merely joined is unverified. */
export function isRegistered(status: string): boolean {
  return status !== "unverified";
}

/** Whether an agent's standing counts as verified: active and above T0. */
export function isVerified(status: string, tier: Tier): boolean {
  return status === "active" && tierAtLeast(tier, "T1");
}

/** What others have put on record about an agent. */
export type TrustEvents = Pick<TrustFacts, "audits" | "incidents">;

export const NOTHING_ON_RECORD: TrustEvents = { audits: [], incidents: [] };

/** An agent's row with what is on record about it. */
export type AssessedAgent = AgentRow & { events: TrustEvents };
type StandingColumn =
  | "trustScore"
  | "trustAsOf"
  | "trustTier"
  | "auditsPassed"
  | "incidentsNamed"
  | "assessedAt"
  | "assessedBecause";
type OwnersMark = "withdrawnAt" | "deprecatedAt" | "successor";
type ScoredRow = Omit<AssessedAgent, StandingColumn | OwnersMark | "protocols">;

/** The UTC day of an instant, YYYY-MM-DD. */
export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Whether the agent proved to control the key that it has enrolled now. */
export function keyIsProven({ publicKey, provenKey }: Pick<AgentRow, "publicKey" | "provenKey">): boolean {
  return publicKey !== "" && publicKey === provenKey;
}

/** The hosts that the agent proved to control. They count while the key that they name is proven. */
export function domainsOf(row: Pick<AgentRow, "publicKey" | "provenKey" | "domains">): string[] {
  return keyIsProven(row) ? row.domains : [];
}

/** The same facts as far as they were there on a day. */
export function factsUpTo(facts: TrustFacts, day: string): TrustFacts {
  return {
    ...facts,
    audits: facts.audits.filter((audit) => audit.day <= day),
    incidents: facts.incidents.filter((incident) => incident.day <= day),
  };
}

/** The public facts about an agent that its score is made from: its own record, and what is on record about it. */
export function factsOf(row: ScoredRow): TrustFacts {
  return {
    registrationParts: registrationParts(row).present.length,
    keyVerified: keyIsProven(row),
    domains: domainsOf(row),
    ...row.events,
    registeredOn: utcDay(row.registeredAt),
  };
}

/** When a standing is worked out, and what for. */
export interface Assessment {
  at: Date;
  because: StandingReason;
}

/** Score, tier and day as they ought to stand for a row: an operator's grant wins over what is earned. */
export function standingOf(row: ScoredRow, { at, because }: Assessment): Pick<AgentRow, StandingColumn> {
  const facts = factsOf(row);
  const asOf = utcDay(at);
  return {
    trustScore: scoreAgent(facts, asOf).score,
    trustAsOf: asOf,
    trustTier: row.grantedTier ?? earnedTier(facts, isRegistered(row.status), asOf),
    auditsPassed: facts.audits.filter(({ verdict }) => verdict === "pass").length,
    incidentsNamed: facts.incidents.length,
    assessedAt: at,
    assessedBecause: because,
  };
}
