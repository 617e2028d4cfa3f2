const number = (value: number) => value.toLocaleString("en");

export const relayTexts = {
  ofEver: (recent: number, total: number) => `${number(recent)} of ${number(total)} in total`,
  driftMeans: (samples: number, threshold: number | null) => {
    const requests =
      samples === 0
        ? "Drift is the share of requests that had no agent"
        : `of ${number(samples)} ${samples === 1 ? "request" : "requests"} had no agent`;
    return `${requests} with a match of ${threshold ?? "the threshold"} or more. If it rises, agents ask for things that no agent offers.`;
  },
} as const;
