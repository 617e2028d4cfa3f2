import * as contract from "@/lib/agents/contract";
import { withdrawAgent } from "@/lib/agents/service/withdraw";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.withdrawAgent, async (ctx, { params, body }) =>
    reply(200, await withdrawAgent(ctx, { ...params, ...body })),
  ),
);
