import { route } from "@/lib/api/bind";
import { bindStream } from "@/lib/api/bind-stream";
import * as contract from "@/lib/features/events/contract";
import { streamChanges } from "@/lib/features/events/service/stream-changes";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindStream(contract.streamChanges, "feed", async (ctx, { query, headers }, _, { write }) =>
    streamChanges(ctx, { ...query, lastEventId: headers["last-event-id"] }, write),
  ),
);
