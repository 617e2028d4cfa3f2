import * as contract from "@/lib/agents/contract";
import { deprecateAgent } from "@/lib/agents/service/deprecate";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.deprecateAgent, async (ctx, { params, body }) =>
    reply(200, await deprecateAgent(ctx, { ...params, ...body })),
  ),
);
