import { NothingHere } from "@/components/console/nothing-here";
import { PageTitle } from "@/components/layout/page";
import { EmptyList } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import type {
  DecidedWebhook,
  DeliveryList as Deliveries,
  IssuedWebhook,
  Webhook,
  WebhookList,
} from "@/lib/features/events/webhooks/schema";
import type { FormAction } from "@/lib/http/form-state";
import { addressWith } from "@/lib/http/page-address";
import { DeliveryList } from "./delivery-list";
import { AddWebhookForm } from "./webhook-forms";
import { WebhookItem, type WebhooksPath } from "./webhook-item";

const LEADS = {
  "/console/webhooks":
    "Each subscription receives the federation’s changes as signed HTTP requests. Owners manage their own subscriptions. Operators see all of them.",
  "/owner/webhooks":
    "Each of your subscriptions receives the federation’s changes as signed HTTP requests. You need tier T1 to add one.",
} as const;

interface WebhooksProps {
  path: WebhooksPath;
  list: WebhookList;
  add: FormAction<IssuedWebhook>;
  decide: FormAction<DecidedWebhook>;
}

export function Webhooks({ path, list: { webhooks, next_cursor }, add, decide }: WebhooksProps) {
  return (
    <>
      <PageTitle title="Webhooks">{LEADS[path]}</PageTitle>
      <Section title="Subscriptions">
        {webhooks.length === 0 ? (
          <EmptyList title="No subscriptions yet." />
        ) : (
          <ul>
            {webhooks.map((webhook) => (
              <WebhookItem key={webhook.id} path={path} webhook={webhook} action={decide} />
            ))}
          </ul>
        )}
        {next_cursor && (
          <p className="mt-4">
            <a href={addressWith(path, { cursor: next_cursor })}>Older subscriptions</a>
          </p>
        )}
      </Section>
      <div className="mt-10">
        <Section title="Add a subscription">
          <p className="mt-3 mb-4 max-w-[60ch] text-ink-2 text-sm">
            The secret is shown once. Give it to the receiver first, then send the challenge.
          </p>
          <AddWebhookForm action={add} />
        </Section>
      </div>
    </>
  );
}

interface WebhookDetailsProps {
  path: WebhooksPath;
  webhook: Webhook;
  list: Deliveries;
  decide: FormAction<DecidedWebhook>;
}

export function WebhookDetails({ path, webhook, list, decide }: WebhookDetailsProps) {
  return (
    <>
      <PageTitle title="Webhooks">
        <a href={path}>All subscriptions</a>
      </PageTitle>
      <Section title="Subscription">
        <ul>
          <WebhookItem webhook={webhook} action={decide} />
        </ul>
      </Section>
      <div className="mt-10">
        <Section title="Deliveries">
          {list.deliveries.length === 0 ? (
            <EmptyList title="No deliveries yet.">The next change that matches the filters appears here.</EmptyList>
          ) : (
            <DeliveryList deliveries={list.deliveries} />
          )}
          {list.next_cursor && (
            <p className="mt-4">
              <a href={addressWith(`${path}/${webhook.id}`, { cursor: list.next_cursor })}>Older deliveries</a>
            </p>
          )}
        </Section>
      </div>
    </>
  );
}

export function NoSuchWebhook({ path }: { path: WebhooksPath }) {
  return <NothingHere title="No such subscription" list={path} />;
}
