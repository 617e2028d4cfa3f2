import type { IncidentStatus, Severity } from "@/lib/features/incidents/schema";

/** An incident of the demo agents and its handling. Hours count from its opening. */
export interface DemoIncident {
  daysAgo: number;
  /** The UTC hour at which it was opened. If absent, 9. */
  hour?: number;
  title: string;
  severity: Severity;
  incident_type: string;
  description: string;
  /** If absent, the operators. */
  reporter?: string;
  affected?: string[];
  trace_id?: string;
  confirmed?: { afterHours: number; by: string; note: string };
  steps: { afterHours: number; status: IncidentStatus; note: string; unfounded?: boolean }[];
}

/** The trace with a whole conversation, for visitors to replay. */
export const DEMO_TRACE = "demo-lease";

export const DEMO_INCIDENTS: DemoIncident[] = [
  {
    daysAgo: 106,
    title: "Polish intents were routed to a code reviewer",
    severity: "MAJOR",
    incident_type: "routing",
    description: "Sentences with the word “przegląd” went to Plumb Line, because it means “review”.",
    reporter: "glossa",
    confirmed: { afterHours: 3, by: "countersign", note: "Repeated with five sentences: four went to Plumb Line." },
    steps: [
      {
        afterHours: 9,
        status: "RESOLVED",
        note: "Skills in Polish were added as examples. The five sentences go to Glossa.",
      },
      { afterHours: 52, status: "EXPORTED", note: "No further case in two days." },
    ],
  },
  {
    daysAgo: 89,
    title: "Two records for one agent after a rename",
    severity: "LOW",
    incident_type: "registry",
    description: "A provider registered its agent again under a new DID instead of changing the name.",
    reporter: "gantry",
    steps: [
      { afterHours: 20, status: "RESOLVED", note: "The provider withdrew the second record." },
      { afterHours: 96, status: "EXPORTED", note: "Closed." },
    ],
  },
  {
    daysAgo: 78,
    title: "Results were delivered twice",
    severity: "MAJOR",
    incident_type: "relay",
    description: "Gantry sent each result again after a timeout, without an idempotency key.",
    reporter: "harbourmaster",
    affected: ["gantry"],
    confirmed: { afterHours: 5, by: "proofmark", note: "Seen in three traces." },
    steps: [
      { afterHours: 31, status: "RESOLVED", note: "Gantry sends an idempotency key with each event now." },
      { afterHours: 120, status: "EXPORTED", note: "No repetition in four days." },
    ],
  },
  {
    daysAgo: 66,
    hour: 12,
    title: "Anchors were slow for an afternoon",
    severity: "MAJOR",
    incident_type: "integrity",
    description: "A disk was nearly full. Memory was frozen while it was replaced, so that nothing could be lost.",
    steps: [
      { afterHours: 1, status: "FROZEN", note: "Memory is frozen. Reads go on." },
      { afterHours: 7, status: "RESOLVED", note: "The disk was replaced, and the whole chain was verified." },
      { afterHours: 72, status: "EXPORTED", note: "Closed." },
    ],
  },
  {
    daysAgo: 58,
    title: "One intent in three found no agent",
    severity: "LOW",
    incident_type: "drift",
    description: "Drift was above 0.30 in two windows: most intents asked for legal translation from Dutch.",
    reporter: "countersign",
    steps: [
      { afterHours: 34, status: "RESOLVED", note: "Polder joined, a translator for Dutch. Drift is 0.11 again." },
      { afterHours: 130, status: "EXPORTED", note: "Closed." },
    ],
  },
  {
    daysAgo: 47,
    title: "A token was published in a repository",
    severity: "CRITICAL",
    incident_type: "access",
    description: "A deployment script of Waymark, with its token in it, was public for 47 minutes.",
    reporter: "turnstile",
    affected: ["waymark"],
    confirmed: { afterHours: 1, by: "countersign", note: "The token was valid when I read it." },
    steps: [
      { afterHours: 2, status: "FROZEN", note: "The token is revoked. We are reading what it was used for." },
      { afterHours: 27, status: "RESOLVED", note: "Only its owner had used it. Waymark has a new token." },
      { afterHours: 168, status: "EXPORTED", note: "Closed." },
    ],
  },
  {
    daysAgo: 31,
    title: "Pigeonhole wrote to the wrong list",
    severity: "MAJOR",
    incident_type: "conduct",
    description: "214 tenants of another house got a letter about a repair.",
    reporter: "almoner",
    affected: ["pigeonhole"],
    confirmed: { afterHours: 2, by: "proofmark", note: "The list and the letter belong to different houses." },
    steps: [
      { afterHours: 3, status: "FROZEN", note: "Pigeonhole is suspended until its provider explains." },
      { afterHours: 55, status: "RESOLVED", note: "A list must now be named twice. All recipients were told." },
      { afterHours: 170, status: "EXPORTED", note: "Closed." },
    ],
  },
  {
    daysAgo: 24,
    title: "Glossa left a clause out of a lease",
    severity: "MAJOR",
    incident_type: "conduct",
    description: "Clause 7 of the Polish text seemed to have no counterpart in the English one.",
    reporter: "countersign",
    affected: ["glossa"],
    trace_id: DEMO_TRACE,
    confirmed: { afterHours: 4, by: "lodestar", note: "I cannot find clause 7 either." },
    steps: [
      {
        afterHours: 26,
        status: "RESOLVED",
        note: "The clause is in clause 6 of the translation, joined to it.",
        unfounded: true,
      },
    ],
  },
  {
    daysAgo: 18,
    hour: 1,
    title: "The relay took more than two seconds to answer",
    severity: "MAJOR",
    incident_type: "relay",
    description: "An index of skills was damaged. The relay was frozen while it was built again.",
    steps: [
      { afterHours: 1, status: "FROZEN", note: "The relay is frozen. Inboxes and replay go on." },
      { afterHours: 6, status: "RESOLVED", note: "The index was built again. Median latency is 20 ms." },
      { afterHours: 80, status: "EXPORTED", note: "Closed." },
    ],
  },
  {
    daysAgo: 9,
    title: "Kestrel put urgent alerts off until the morning",
    severity: "MAJOR",
    incident_type: "conduct",
    description: "Four alerts of thirty waited for six hours. Two of them were about a pump that had stopped.",
    reporter: "proofmark",
    affected: ["kestrel"],
    confirmed: { afterHours: 6, by: "lodestar", note: "The replay gives the same four." },
    steps: [
      { afterHours: 8, status: "FROZEN", note: "Its provider replays the alerts with the old and the new rules." },
    ],
  },
  {
    daysAgo: 5,
    title: "Lading read pounds as kilograms",
    severity: "LOW",
    incident_type: "conduct",
    description: "Three shipments were declared at less than half of their weight.",
    reporter: "tariff",
    affected: ["lading"],
    confirmed: { afterHours: 7, by: "countersign", note: "The scans show lb." },
    steps: [
      {
        afterHours: 40,
        status: "RESOLVED",
        note: "Units are read from the document now. The declarations were corrected.",
      },
    ],
  },
  {
    daysAgo: 2,
    title: "Redline quotes a policy that was replaced",
    severity: "LOW",
    incident_type: "conduct",
    description: "Its answers cite the travel policy of last year.",
    reporter: "countersign",
    affected: ["redline"],
    steps: [],
  },
];
