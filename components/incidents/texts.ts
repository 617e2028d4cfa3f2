import { incidentPageTexts } from "@/lib/features/incidents/texts";

export const incidentListTexts = {
  title: incidentPageTexts.title,
  lede: incidentPageTexts.lede,
  status: "Status",
  severity: "Severity",
  titleWords: "Words of the title",
  noMatch: incidentPageTexts.none,
  total: "Total",
} as const;

export const calendarTexts = {
  frozen: (isRelay: boolean, from: string, to: string | null) =>
    `${isRelay ? "Relay" : "Memory"} frozen from ${from} ${to === null ? "until now" : `to ${to}`}, UTC`,
} as const;

export const incidentTexts = {
  incidents: incidentPageTexts.title,
  record: "Record",
} as const;

export const timelineTexts = {
  next: {
    OPEN: { title: "Next", text: "An operator freezes the incident to investigate it, or resolves it." },
    FROZEN: { title: "Next", text: "An operator reopens the incident, or resolves it." },
    RESOLVED: {
      title: "Next",
      text: "An operator exports it. The record is then sealed and hashed, and the hash is anchored.",
    },
    EXPORTED: { title: "End", text: "This record is sealed." },
  },
} as const;

/** The rest is for client components, in the console. */
export const moveTexts = {
  moves: {
    FROZEN: {
      summary: "Freeze the incident…",
      effect: "This shows that operators investigate the incident. It does not freeze a subsystem.",
      button: "Freeze it",
    },
    OPEN: { summary: "Reopen it…", effect: "The incident is not over.", button: "Reopen it" },
    RESOLVED: {
      summary: "Resolve it…",
      effect: "The incident is over. You cannot reopen it.",
      button: "Resolve it",
    },
    EXPORTED: {
      summary: "Export and seal it…",
      effect: "The record is hashed and the hash is anchored. After that, the record can never change.",
      button: "Export and seal it",
    },
  },
  note: "Note",
  noteHint: "Public, in the timeline.",
} as const;

/** For client components. */
export const agreedTexts = {
  agreed: "The reporter agreed to publish these words",
} as const;
