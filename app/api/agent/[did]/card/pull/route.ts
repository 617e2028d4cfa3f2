import { bind, reply, route } from "@/lib/api/bind";
import { pullAgentCard } from "@/lib/features/agents/card-contract";
import { pullCard } from "@/lib/features/agents/service/pull-card";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(pullAgentCard, async (ctx, { params, headers, body }) =>
    reply(200, await pullCard(ctx, { did: params.did, ...body, ifMatch: headers["if-match"] })),
  ),
);
