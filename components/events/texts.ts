import type { DecidedWebhook, WebhookAction, WebhookFormat, WebhookState } from "@/lib/features/events/webhooks/schema";

const changes = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "change" : "changes"}`;

export const webhookTexts = {
  title: "Webhooks",
  leads: {
    "/console/webhooks":
      "Each subscription receives the federation’s changes as signed HTTP requests. Owners manage their own subscriptions. Operators see all of them.",
    "/owner/webhooks":
      "Each of your subscriptions receives the federation’s changes as signed HTTP requests. You need tier T1 to add one.",
  },
  states: {
    unconfirmed: "Not confirmed yet",
    active: "Active",
    paused: "Paused",
    disabled: "Disabled",
  } satisfies Record<WebhookState, string>,
  waiting: (count: number) => (count === 0 ? "No change is waiting." : `${changes(count)} not delivered yet.`),
  next: (minute: string) => `Next attempt: ${minute} UTC.`,
  log: "Deliveries",
} as const;

/** The rest is for client components. */
export const webhookFormTexts = {
  fields: {
    url: { label: "Address", hint: "A public https address." },
    kinds: { label: "Kinds of changes", hint: "For example agent.suspended. One on each line. Leave empty for all." },
    dids: { label: "Agents", hint: "DIDs, one on each line. Leave empty for all." },
    zones: { label: "Zones", hint: "For example S1. Separate zones by commas. Leave empty for all." },
    format: { label: "Format" },
  },
  formats: { standard: "Standard Webhooks", cloudevents: "CloudEvents 1.0" } satisfies Record<WebhookFormat, string>,
  buttons: {
    confirm: "Send the challenge",
    pause: "Pause",
    resume: "Resume",
    test: "Send a test",
    rotate: "Change the secret",
    replay: "Deliver again",
    remove: "Remove",
  } satisfies Record<WebhookAction, string>,
  explained: {
    rotate:
      "You get a new secret. For one day, deliveries are signed with both secrets. Change the receiver in this time.",
    replay: "Changes are kept for 90 days. All of them are delivered again, the oldest first.",
    remove: "No more changes are sent, and the log of its deliveries is deleted.",
  },
  outcome(action: WebhookAction, { attempt }: DecidedWebhook): string {
    if (attempt && !attempt.delivered) return `Not delivered: ${attempt.error}`;
    const outcomes: Record<WebhookAction, string> = {
      confirm: "Confirmed. Changes are sent from now on.",
      pause: "Paused.",
      resume: "Resumed.",
      test: `Delivered. The receiver responded with ${attempt?.status}.`,
      rotate: "The secret was changed.",
      replay: "All changes are being delivered again.",
      remove: "Removed.",
    };
    return outcomes[action];
  },
} as const;
