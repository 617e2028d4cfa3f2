import type { Metadata } from "next";
import { NoSuchWebhook, WebhookDetails } from "@/components/events/webhook-pages";
import { DatabaseUnavailable } from "@/components/layout/page";
import { PageQuery, WebhookId } from "@/lib/features/events/webhooks/schema";
import { showWithDeliveries } from "@/lib/features/events/webhooks/service/list-webhooks";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { readForOwner } from "@/lib/next/read-for-owner";
import { foundOrNull, setPageStatus } from "@/lib/portal/read-for-page";
import { decide } from "../actions";

export const metadata: Metadata = { title: "Deliveries" };

const PATH = "/owner/webhooks";

export default async function WebhookPage({ params, searchParams }: PageProps<"/owner/webhooks/[id]">) {
  const { data } = WebhookId.safeParse(await params);
  const query = readQuery(PageQuery, firstValues(await searchParams));
  const read = await readForOwner(
    async (ctx) => (data ? foundOrNull(showWithDeliveries(ctx, { ...data, ...query })) : null),
    `${PATH}/{id}`,
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NoSuchWebhook path={PATH} />;
  }
  return <WebhookDetails path={PATH} {...read.value} decide={decide} />;
}
