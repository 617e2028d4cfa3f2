import type { DecidedWebhook, Webhook, WebhookAction, WebhookState } from "@/lib/features/events/webhooks/schema";
import { utcMinute } from "@/lib/foundation/text/utc";
import type { FormAction } from "@/lib/http/form-state";
import { webhookTexts as texts } from "./texts";
import { DecideWebhookForm } from "./webhook-forms";

const STATES: Record<WebhookState, string> = {
  unconfirmed: "Not confirmed yet",
  active: "Active",
  paused: "Paused",
  disabled: "Disabled",
};

const ACTIONS: Record<WebhookState, readonly WebhookAction[]> = {
  unconfirmed: ["confirm", "rotate", "remove"],
  active: ["test", "pause", "rotate", "replay", "remove"],
  paused: ["resume", "test", "rotate", "replay", "remove"],
  disabled: ["resume", "test", "rotate", "replay", "remove"],
};

function filtersOf({ kinds, dids, zones }: Webhook): string {
  return [...(kinds ?? []), ...(dids ?? []), ...(zones ?? [])].join(", ") || "all changes";
}

/** The list of the operators, or that of an owner. */
export type WebhooksPath = "/console/webhooks" | "/owner/webhooks";

interface WebhookItemProps {
  /** The list above the subscription's own page, for a link to that page. */
  path?: WebhooksPath;
  webhook: Webhook;
  action: FormAction<DecidedWebhook>;
}

export function WebhookItem({ path, webhook, action }: WebhookItemProps) {
  const { id, url, state, reason, waiting, due_at, owner } = webhook;
  return (
    <li className="grid gap-x-8 gap-y-4 border-hair border-b py-5 text-sm lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className="font-semibold">
          <bdi className="font-mono">{url}</bdi>
        </h3>
        <p className="mt-1">
          <b className="font-semibold">{STATES[state]}.</b> {reason}
        </p>
        <p className="mt-1 text-ink-2">
          {texts.waiting(waiting)} {due_at && state === "active" && texts.next(utcMinute(due_at))}
        </p>
        <p className="mt-1 text-ink-2">
          Receives {filtersOf(webhook)}. Owner: <bdi className="font-mono">{owner}</bdi>
        </p>
        {path && (
          <p className="mt-2">
            <a href={`${path}/${id}`}>Deliveries</a>
          </p>
        )}
      </div>
      <div className="grid content-start gap-3">
        {ACTIONS[state].map((decision) => (
          <DecideWebhookForm key={decision} action={action} id={id} decision={decision} />
        ))}
      </div>
    </li>
  );
}
