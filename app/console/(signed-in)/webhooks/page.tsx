import type { Metadata } from "next";
import { Webhooks } from "@/components/events/webhook-pages";
import { DatabaseUnavailable } from "@/components/layout/page";
import { PageQuery } from "@/lib/features/events/webhooks/schema";
import { listWebhooks } from "@/lib/features/events/webhooks/service/list-webhooks";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { add, decide } from "./actions";

export const metadata: Metadata = { title: "Webhooks" };

const PATH = "/console/webhooks";

export default async function WebhooksPage({ searchParams }: PageProps<"/console/webhooks">) {
  const query = readQuery(PageQuery, firstValues(await searchParams));
  const read = await readForConsole((ctx) => listWebhooks(ctx, query), PATH);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  return <Webhooks path={PATH} list={read.value} add={add} decide={decide} />;
}
