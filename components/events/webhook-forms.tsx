"use client";

import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { CopyButton } from "@/components/ui/copy-button";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { DecidedWebhook, IssuedWebhook, WebhookAction } from "@/lib/features/events/webhooks/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
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
  const [state, form] = useForm(action, openForm<IssuedWebhook>());
  if (state.outcome === "done") return <SecretOnce url={state.value.url} secret={state.value.secret} />;
  const { url, kinds, dids, zones, format } = texts.fields;
  return (
    <form {...form} className="grid max-w-xl gap-5">
      <FormNotice message={state.message} />
      <FormText {...url} type="url" mono {...fieldOf(state, "url")} />
      <FormArea {...kinds} {...fieldOf(state, "kinds")} />
      <FormArea {...dids} {...fieldOf(state, "dids")} />
      <FormText {...zones} {...fieldOf(state, "zones")} />
      <FormSelect
        {...format}
        options={Object.entries(texts.formats).map(([value, name]) => ({ value, name }))}
        {...fieldOf(state, "format")}
      />
      <div>
        <SubmitButton>Add the subscription</SubmitButton>
      </div>
    </form>
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
  const [state, form] = useForm(action, openForm<DecidedWebhook>(), (value) => texts.outcome(decision, value));
  const button = texts.buttons[decision];
  const explained = EXPLAINED[decision];
  const inside = (
    <form {...form}>
      <HiddenFields values={{ id, action: decision }} />
      {explained && <p className="mb-3 max-w-[56ch] text-sm">{explained}</p>}
      <SubmitButton look={decision === "confirm" ? "solid" : "quiet"}>{button}</SubmitButton>
    </form>
  );
  if (state.outcome === "done" && state.value.secret) {
    return <SecretOnce url={state.value.url} secret={state.value.secret} />;
  }
  return (
    <div className="grid gap-3">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      {explained ? <Confirm summary={`${button}…`}>{inside}</Confirm> : inside}
    </div>
  );
}
