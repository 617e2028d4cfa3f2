import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/relay/contract";
import { replayTrace } from "@/lib/features/relay/service/replay";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.replayTrace, async (ctx, { params, query }) =>
    reply(200, await replayTrace(ctx, { ...params, ...query })),
  ),
);
