import { parseBatchItems, viewBatchResults } from "@/lib/api/batch";
import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/relay/contract";
import { sendEvents } from "@/lib/features/relay/service/send";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.sendEvents, async (ctx, { body }, request) => {
    const events = parseBatchItems(contract.sendEvent, body.events);
    const results = await sendEvents(ctx, events, request.headers.get("traceparent"));
    return reply(200, viewBatchResults(contract.sendEvent, results));
  }),
);
