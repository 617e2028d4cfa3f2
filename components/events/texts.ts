const changes = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "change" : "changes"}`;

export const webhookTexts = {
  waiting: (count: number) => (count === 0 ? "No change is waiting." : `${changes(count)} not delivered yet.`),
  next: (minute: string) => `Next attempt: ${minute} UTC.`,
} as const;
