import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { deprecateAgent } from "@/lib/features/agents/service/deprecate";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.deprecateAgent, async (ctx, { params, body }) =>
    reply(200, await deprecateAgent(ctx, { ...params, ...body })),
  ),
);
