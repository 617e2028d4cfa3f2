import { pullAgentCard } from "@/lib/agents/card-contract";
import { pullCard } from "@/lib/agents/service/pull-card";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(pullAgentCard, async (ctx, { params, headers, body }) =>
    reply(200, await pullCard(ctx, { did: params.did, ...body, ifMatch: headers["if-match"] })),
  ),
);
