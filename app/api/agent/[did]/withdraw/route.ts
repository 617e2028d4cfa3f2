import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.withdrawAgent, async (ctx, { params, body }) =>
    reply(200, await withdrawAgent(ctx, { ...params, ...body })),
  ),
);
