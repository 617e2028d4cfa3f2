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

/** The rest is for client components, in the console. */
export const moveTexts = {
  note: "Note",
  noteHint: "Public, in the timeline.",
} as const;

/** For client components. */
export const agreedTexts = {
  agreed: "The reporter agreed to publish these words",
} as const;
