import type { AgentRow } from "@/lib/database/schema/agents";
import type { AgentSigns } from "@/lib/database/schema/liveness";
import type { StandingReason } from "@/lib/identity/standing-reason";
import { type Tier, tierAtLeast } from "@/lib/identity/tiers";
import { registrationParts } from "./registration-parts";
import type { Signal, TierCondition } from "./schema";

/** The inputs of a score: only public facts about one agent. */
export interface TrustFacts {
  /** How many of the eight parts of a full registration are present. */
  registrationParts: number;
  keyVerified: boolean;
  /** The hosts that the agent proved to control, as in `domainsOf`. */
  domains: readonly string[];
  /** Completed audits, oldest first. All agents of one organisation count as one auditor. */
  audits: readonly { verdict: "pass" | "fail"; day: string; auditor: string; organisation?: string | undefined }[];
  /** The incidents that count against the agent. `id` is the incident's public number. */
  incidents: readonly { severity: "LOW" | "MAJOR" | "CRITICAL"; day: string; id?: number }[];
  /** The UTC day of first registration, YYYY-MM-DD. */
  registeredOn: string;
  /** The first UTC day on which it counted as a listed record; absent if it never was one. */
  listedOn?: string | undefined;
  /** The UTC day on which the listed record became a member; absent if it is still listed or never was. */
  memberSince?: string | undefined;
}

/** Returns whether an agent was a listed record on a UTC day. Such a record earns nothing by its content or by time. */
function isListedOn({ listedOn, memberSince }: TrustFacts, day: string): boolean {
  return listedOn !== undefined && listedOn <= day && (memberSince === undefined || day < memberSince);
}

/** Returns the first day of an agent's tenure, as it counts on a later UTC day. */
function tenureFrom({ registeredOn, memberSince }: TrustFacts, day: string): string {
  return memberSince !== undefined && memberSince <= day ? memberSince : registeredOn;
}

/** The published weights. Points are tenths, so that contributions add up exactly. */
export const WEIGHTS = {
  registration: { maximum: 200, parts: 8 },
  verifiedKey: { maximum: 150 },
  /** Given once, for one host or several. */
  verifiedDomain: { maximum: 50 },
  /** A passed audit counts fully on its day and fades to 0 over a year. A failed audit counts against the agent. */
  audits: { maximum: 400, minimum: -400, pass: 160, fail: -200, fadeDays: 365 },
  tenure: { maximum: 200, fullAfterDays: 180 },
  /** Each incident counts fully on its day and fades to 0 over half a year. */
  incidents: { minimum: -600, LOW: -20, MAJOR: -80, CRITICAL: -250, fadeDays: 180 },
} as const;

const DAY_MILLISECONDS = 86_400_000;

/** Returns the whole days from one UTC day to a later one, or 0 if it is not later. */
function daysBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS));
}

/** Returns the remaining weight after some days. It falls in a straight line to 0 over `fadeDays`. */
function fadedPoints(points: number, days: number, fadeDays: number): number {
  return (points * Math.max(0, fadeDays - days)) / fadeDays;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Computes an agent's trust score on a UTC day. It is a pure function of public facts, so anyone gets the same number.
 * @param asOf the day, YYYY-MM-DD
 * @returns the score, 0 to 100 in tenths, and the signals that add up to it
 */
export function scoreAgent(facts: TrustFacts, asOf: string): { score: number; signals: Signal[] } {
  const { registration, verifiedKey, verifiedDomain, audits, tenure, incidents } = WEIGHTS;
  const isListed = isListedOn(facts, asOf);
  const parts = isListed ? 0 : clamp(facts.registrationParts, 0, registration.parts);
  const tenureDays = isListed ? 0 : daysBetween(tenureFrom(facts, asOf), asOf);
  const auditPoints = sum(
    facts.audits.map(({ verdict, day }) => fadedPoints(audits[verdict], daysBetween(day, asOf), audits.fadeDays)),
  );
  const incidentPoints = sum(
    facts.incidents.map(({ severity, day }) =>
      fadedPoints(incidents[severity], daysBetween(day, asOf), incidents.fadeDays),
    ),
  );
  const passed = facts.audits.filter(({ verdict }) => verdict === "pass").length;
  const rows: [name: Signal["name"], maximum: number, points: number, explanation: string][] = [
    [
      "registration",
      registration.maximum,
      (registration.maximum * parts) / registration.parts,
      isListed
        ? "a listed record gets no points for its content until it is claimed"
        : `${facts.registrationParts} of ${registration.parts} parts of the record are filled in`,
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
      (tenure.maximum * Math.min(tenureDays, tenure.fullAfterDays)) / tenure.fullAfterDays,
      isListed
        ? "a listed record gets no points for time until it is claimed"
        : `${tenureDays} days since ${facts.memberSince === undefined ? "registration" : "it became a member"}; full after ${tenure.fullAfterDays}`,
    ],
    [
      "incidents",
      0,
      Math.max(incidentPoints, incidents.minimum),
      `${facts.incidents.length} on record; each fades over ${incidents.fadeDays} days`,
    ],
  ];
  const total = clamp(sum(rows.map(([, , points]) => Math.round(points))), 0, 1_000);
  return {
    score: total / 10,
    signals: rows.map(([name, maximum, points, explanation]) => ({
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

/** What the conditions of the tiers are checked against. */
interface ConditionInput {
  registered: boolean;
  score: number;
  passes: TrustFacts["audits"];
  failures: TrustFacts["audits"];
  lastVerdict: "pass" | "fail" | undefined;
  incidents: TrustFacts["incidents"];
  asOf: string;
}

/** The conditions of each earned tier. T4 cannot be earned: only an operator grants it. */
const CONDITIONS: { tier: Tier; text: string; isMet: (input: ConditionInput) => boolean }[] = [
  { tier: "T1", text: "A full registration", isMet: ({ registered }) => registered },
  { tier: "T2", text: "A score of 40 or more", isMet: ({ score }) => score >= 40 },
  { tier: "T2", text: "A passed audit", isMet: ({ passes }) => passes.length >= 1 },
  { tier: "T2", text: "The last audit was passed", isMet: ({ lastVerdict }) => lastVerdict === "pass" },
  {
    tier: "T2",
    text: "No critical incident in 30 days",
    isMet: ({ incidents, asOf }) =>
      incidents.every(({ severity, day }) => severity !== "CRITICAL" || daysBetween(day, asOf) >= 30),
  },
  { tier: "T3", text: "A score of 60 or more", isMet: ({ score }) => score >= 60 },
  { tier: "T3", text: "Three passed audits", isMet: ({ passes }) => passes.length >= 3 },
  {
    tier: "T3",
    text: "By two auditors",
    isMet: ({ passes }) => new Set(passes.map(({ organisation, auditor }) => organisation ?? auditor)).size >= 2,
  },
  {
    tier: "T3",
    text: "None failed in 30 days",
    isMet: ({ failures, asOf }) => failures.every(({ day }) => daysBetween(day, asOf) >= 30),
  },
];

export const TIER_CONDITIONS: readonly Pick<TierCondition, "tier" | "condition">[] = CONDITIONS.map(
  ({ tier, text }) => ({ tier, condition: text }),
);

/**
 * Returns every condition of the earned tiers, from the lowest tier, and whether it is met on a UTC day.
 * @param registered whether its registration is complete; see `isRegistered`. A listed record never meets that condition
 */
export function tierConditions(facts: TrustFacts, registered: boolean, asOf: string): TierCondition[] {
  const passes = facts.audits.filter(({ verdict }) => verdict === "pass");
  const failures = facts.audits.filter(({ verdict }) => verdict === "fail");
  const lastVerdict = facts.audits.at(-1)?.verdict;
  const { score } = scoreAgent(facts, asOf);
  const input = {
    registered: registered && !isListedOn(facts, asOf),
    score,
    passes,
    failures,
    lastVerdict,
    incidents: facts.incidents,
    asOf,
  };
  return CONDITIONS.map(({ tier, text, isMet }) => ({ tier, condition: text, held: isMet(input) }));
}

/**
 * Returns the tier that an agent has earned on a UTC day: the highest one for which all conditions are met, including
 * those of the tiers below it.
 */
export function earnedTier(facts: TrustFacts, registered: boolean, asOf: string): Tier {
  const firstUnmet = tierConditions(facts, registered, asOf).find(({ held }) => !held);
  if (!firstUnmet) return "T3";
  return TIER_BELOW[firstUnmet.tier];
}

const TIER_BELOW: Record<Tier, Tier> = { T0: "T0", T1: "T0", T2: "T1", T3: "T2", T4: "T3" };

/**
 * Returns whether a record is complete: an agent has registered itself, or the record was copied from a list. An agent
 * that only joined is unverified.
 */
export function isRegistered({ status, listed }: Pick<AgentRow, "status" | "listed">): boolean {
  return status !== "unverified" || listed !== null;
}

/** Returns whether an agent's standing counts as verified: an active member above T0. */
export function isVerified({ status, trustTier, listed }: Pick<AgentRow, "status" | "trustTier" | "listed">): boolean {
  return listed === null && status === "active" && tierAtLeast(trustTier, "T1");
}

/** Returns in one sentence why an agent's standing does not count as verified; undefined if it does. */
export function whyNotVerified(row: Pick<AgentRow, "status" | "trustTier" | "listed">) {
  const { status, listed } = row;
  if (isVerified(row)) return undefined;
  if (status === "suspended") return "An operator suspended it.";
  if (status === "withdrawn") return "Its owner withdrew it.";
  if (listed) return `It was copied from ${listed.source}. Nobody has claimed or checked it.`;
  return status === "unverified" ? "It has joined, but has not completed its registration." : "Its tier is T0.";
}

/** What others have recorded about an agent. */
export type TrustEvents = Pick<TrustFacts, "audits" | "incidents">;

export const NOTHING_ON_RECORD: TrustEvents = { audits: [], incidents: [] };

/** An agent's row with what others recorded about it. */
export type AssessedAgent = AgentRow & {
  events: TrustEvents;
  /** Its signs of life; null if it has shown none, absent if they were not read. */
  signs?: AgentSigns | null;
};
/** The columns that `standingOf` computes. */
type StandingColumn =
  | "trustScore"
  | "trustAsOf"
  | "trustTier"
  | "auditsPassed"
  | "incidentsNamed"
  | "assessedAt"
  | "assessedBecause";
/** Columns about the lifecycle, which its owner decides. They do not affect the score. */
type LifecycleColumn = "withdrawnAt" | "deprecatedAt" | "successor" | "claimProof";
/** Columns that are derived from others. They do not affect the score either. */
type DerivedColumn = "protocols" | "derivedTags" | "derivedFrom" | "unversioned" | "updatedAt";
type ScoredRow = Omit<AssessedAgent, StandingColumn | LifecycleColumn | DerivedColumn | "signs">;

export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Returns whether the agent has proved that it controls its present key. A new key must be proved again. */
export function keyIsProven({ publicKey, provenKey }: Pick<AgentRow, "publicKey" | "provenKey">): boolean {
  return publicKey !== "" && publicKey === provenKey;
}

/** Returns the hosts that the agent proved to control. They count only while its present key is proven. */
export function domainsOf(row: Pick<AgentRow, "publicKey" | "provenKey" | "domains">): string[] {
  return keyIsProven(row) ? row.domains : [];
}

/** Returns the facts without the audits and incidents after a day. */
export function factsUpTo(facts: TrustFacts, day: string): TrustFacts {
  return {
    ...facts,
    audits: facts.audits.filter((audit) => audit.day <= day),
    incidents: facts.incidents.filter((incident) => incident.day <= day),
  };
}

/**
 * Returns the public facts from which an agent's score is computed: its own record, and what others recorded about it.
 */
export function factsOf(row: ScoredRow): TrustFacts {
  return {
    registrationParts: registrationParts(row).present.length,
    keyVerified: keyIsProven(row),
    domains: domainsOf(row),
    ...row.events,
    registeredOn: utcDay(row.registeredAt),
    listedOn: row.listedOn ?? undefined,
    memberSince: row.listedOn && row.memberSince ? utcDay(row.memberSince) : undefined,
  };
}

/** When and why a standing is computed. */
export interface Assessment {
  at: Date;
  because: StandingReason;
}

/** Computes an agent's standing, to be stored in its row. A tier that an operator granted replaces the earned one. */
export function standingOf(row: ScoredRow, { at, because }: Assessment): Pick<AgentRow, StandingColumn> {
  const facts = factsOf(row);
  const asOf = utcDay(at);
  return {
    trustScore: scoreAgent(facts, asOf).score,
    trustAsOf: asOf,
    trustTier: row.grantedTier ?? earnedTier(facts, isRegistered(row), asOf),
    auditsPassed: facts.audits.filter(({ verdict }) => verdict === "pass").length,
    incidentsNamed: facts.incidents.length,
    assessedAt: at,
    assessedBecause: because,
  };
}
