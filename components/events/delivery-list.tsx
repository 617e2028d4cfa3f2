import { RelativeTime } from "@/components/ui/relative-time";
import type { WebhookDelivery } from "@/lib/features/events/webhooks/schema";
import { utcMinute } from "@/lib/foundation/text/utc";
import { webhookTexts as texts } from "./texts";

function Outcome({ delivery }: { delivery: WebhookDelivery }) {
  const { delivered_at, due_at, status, error } = delivery;
  if (delivered_at !== null) return <>{["Delivered", status].filter((part) => part !== null).join(", ")}</>;
  return (
    <>
      {error} {due_at && texts.next(utcMinute(due_at))}
    </>
  );
}

export function DeliveryList({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  return (
    <ol className="border-total border-t">
      {deliveries.map((delivery) => (
        <li
          key={delivery.cursor}
          className="grid gap-x-6 gap-y-1 border-hair border-b py-3 text-sm md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem] md:items-baseline"
        >
          <p className="min-w-0 [overflow-wrap:anywhere]">
            <b className="font-semibold">{delivery.kind}</b>
            <bdi className="block font-mono text-ink-2 text-xs">{delivery.subject}</bdi>
          </p>
          <p className="min-w-0 [overflow-wrap:anywhere]">
            <Outcome delivery={delivery} />
            <span className="block text-ink-2 text-xs">{`Attempts: ${delivery.attempts}`}</span>
          </p>
          <p className="text-ink-2">{delivery.last_at && <RelativeTime instant={delivery.last_at} />}</p>
        </li>
      ))}
    </ol>
  );
}
