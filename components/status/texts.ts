const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const statusTexts = {
  utc: (time: string) => `${time} UTC`,
} as const;

export const componentTexts = {
  noData: "No data",
  share: (percent: string | null) => (percent === null ? "no data" : `${percent} of the checks passed`),
  counted,
  withoutUnfounded: (incidents: number) => `without ${counted(incidents, "unfounded incident")}`,
} as const;
