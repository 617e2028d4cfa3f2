/** What the pages about incidents and their markdown alternates both say. */
export const incidentPageTexts = {
  title: "Incidents",
  lede: "What went wrong, who acted, and when. No incident is removed from this register.",
  none: "No incident matches.",
} as const;
