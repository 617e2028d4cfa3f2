import { route } from "@/lib/api/bind";
import { bindStream } from "@/lib/api/bind-stream";
import * as contract from "@/lib/features/relay/contract";
import { streamInbox } from "@/lib/features/relay/service/stream";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindStream(contract.streamInbox, "inbox", async (ctx, { query }, request, { signal }) =>
    streamInbox(ctx, { ...query, lastEventId: request.headers.get("last-event-id") }, signal),
  ),
);
