"use client";

import { ActionForm, DecisionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { CopyButton } from "@/components/ui/copy-button";
import { FormArea, FormSelect, FormText } from "@/components/ui/form";
import type {
  DecidedWebhook,
  IssuedWebhook,
  WebhookAction,
  WebhookFormat,
} from "@/lib/features/events/webhooks/schema";
import type { FormAction } from "@/lib/http/form-state";

const BUTTONS: Record<WebhookAction, string> = {
  confirm: "Send the challenge",
  pause: "Pause",
  resume: "Resume",
  test: "Send a test",
  rotate: "Change the secret",
  replay: "Deliver again",
  remove: "Remove",
};

const FORMATS: Record<WebhookFormat, string> = { standard: "Standard Webhooks", cloudevents: "CloudEvents 1.0" };

/** Shows a new secret. Only this response contains it. */
function SecretOnce({ url, secret }: { url: string; secret: string }) {
  return (
    <section className="border-2 border-ink bg-raised p-4 md:p-6">
      <h3 className="text-title-3 [overflow-wrap:anywhere]">{`The secret for ${url}`}</h3>
      <p className="mt-1 max-w-[60ch] text-ink-2 text-sm">
        The secret is shown only once. Copy it now, and give it to the receiver in a private way.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <code className="min-w-0 bg-sunk px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">{secret}</code>
        <CopyButton text={secret} what="the secret" />
      </div>
    </section>
  );
}

/** Adds a subscription, and shows its secret once. */
export function AddWebhookForm({ action }: { action: FormAction<IssuedWebhook> }) {
  const form = useForm(action);
  const { state } = form;
  if (state.outcome === "done") return <SecretOnce url={state.value.url} secret={state.value.secret} />;
  return (
    <ActionForm form={form} button="Add the subscription">
      <FormText label="Address" hint="A public https address." type="url" mono {...form.field("url")} />
      <FormArea
        label="Kinds of changes"
        hint="For example agent.suspended. One on each line. Leave empty for all."
        {...form.field("kinds")}
      />
      <FormArea label="Agents" hint="DIDs, one on each line. Leave empty for all." {...form.field("dids")} />
      <FormText
        label="Zones"
        hint="For example S1. Separate zones by commas. Leave empty for all."
        {...form.field("zones")}
      />
      <FormSelect
        label="Format"
        options={Object.entries(FORMATS).map(([value, name]) => ({ value, name }))}
        {...form.field("format")}
      />
    </ActionForm>
  );
}

interface DecideProps {
  action: FormAction<DecidedWebhook>;
  id: string;
  decision: WebhookAction;
}

const EXPLAINED: Partial<Record<WebhookAction, string>> = {
  rotate:
    "You get a new secret. For one day, deliveries are signed with both secrets. Change the receiver in this time.",
  replay: "Changes are kept for 90 days. All of them are delivered again, the oldest first.",
  remove: "No more changes are sent, and the log of its deliveries is deleted.",
};

function outcomeOf(action: WebhookAction, { attempt }: DecidedWebhook): string {
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
}

/** Offers one action on a subscription, in two steps if the action has an explanation. */
export function DecideWebhookForm({ action, id, decision }: DecideProps) {
  return (
    <DecisionForm
      action={action}
      hidden={{ id, action: decision }}
      button={BUTTONS[decision]}
      look={decision === "confirm" ? "solid" : "quiet"}
      outcome={(value) => outcomeOf(decision, value)}
      done={({ url, secret }) => secret && <SecretOnce url={url} secret={secret} />}
    >
      {EXPLAINED[decision]}
    </DecisionForm>
  );
}
