export const changelogTexts = {
  title: "Changelog",
  channel: "Channel",
} as const;

export const releaseTexts = {
  noChange: (older: string | undefined) => `No change${older === undefined ? "" : ` since ${older}`} yet.`,
  releases: "Releases",
} as const;
