export const reportTexts = {
  title: "Report a problem",
  steps: [
    "You get a reference number and a private page. Keep its address. It is the only way back to your report.",
    "An operator reads the reports, the oldest first. Until then nothing is public, and no score changes.",
    "The operator then opens an incident in different words, or refers you to an existing incident, or dismisses the report with a reason. Your page shows the decision.",
  ],
  labels: {
    text: "What happened",
    dids: "Agents it is about",
    incident: "Incident it is about",
    happened: "When",
    evidence: "Link or trace id",
    email: "E-mail for the decision",
    website: "Leave this empty",
  },
} as const;

export const reportStatusTexts = {
  titles: {
    waiting: "Your report has arrived",
    opened: "Your report became an incident",
    duplicate: "The incident was already known",
    dismissed: "Your report was dismissed",
  },
  ledes: {
    waiting: "An operator will decide. This page then shows the decision.",
    opened:
      "An operator described the incident in different words. Your description stays private, unless you agreed to publish it.",
    duplicate: "An operator found that your report is about an incident in the register. What you wrote stays private.",
    dismissed: "The operator gave a reason. What you wrote stays private.",
  },
  theReport: "The report",
} as const;

export const reportListTexts = {
  incident: (id: number) => `Incident ${id}`,
} as const;
