export const reportTexts = {
  title: "Report a problem",
} as const;

export const reportStatusTexts = {
  theReport: "The report",
} as const;

export const reportListTexts = {
  incident: (id: number) => `Incident ${id}`,
} as const;
