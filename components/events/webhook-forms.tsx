"use client";

import { ActionForm, DecisionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { CopyButton } from "@/components/ui/copy-button";
import { FormArea, FormSelect, FormText } from "@/components/ui/form";
import type { DecidedWebhook, IssuedWebhook, WebhookAction } from "@/lib/features/events/webhooks/schema";
import type { FormAction } from "@/lib/http/form-state";
import { webhookFormTexts as texts } from "./texts";

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
  const { url, kinds, dids, zones, format } = texts.fields;
  return (
    <ActionForm form={form} button="Add the subscription">
      <FormText {...url} type="url" mono {...form.field("url")} />
      <FormArea {...kinds} {...form.field("kinds")} />
      <FormArea {...dids} {...form.field("dids")} />
      <FormText {...zones} {...form.field("zones")} />
      <FormSelect
        {...format}
        options={Object.entries(texts.formats).map(([value, name]) => ({ value, name }))}
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

const EXPLAINED: Partial<Record<WebhookAction, string>> = texts.explained;

/** Offers one action on a subscription, in two steps if the action has an explanation. */
export function DecideWebhookForm({ action, id, decision }: DecideProps) {
  return (
    <DecisionForm
      action={action}
      hidden={{ id, action: decision }}
      button={texts.buttons[decision]}
      look={decision === "confirm" ? "solid" : "quiet"}
      outcome={(value) => texts.outcome(decision, value)}
      done={({ url, secret }) => secret && <SecretOnce url={url} secret={secret} />}
    >
      {EXPLAINED[decision]}
    </DecisionForm>
  );
}
