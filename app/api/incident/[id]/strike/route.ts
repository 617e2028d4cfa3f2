import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/incidents/contract";
import { strikeAgent } from "@/lib/features/incidents/service/strike";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.strikeAgent, async (ctx, { params, body }) =>
    reply(200, await strikeAgent(ctx, { ...params, ...body })),
  ),
);
