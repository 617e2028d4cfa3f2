import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { joinAgent } from "@/lib/features/agents/service/join";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.joinAgent, async (ctx, { body }) => {
    const { agent, created } = await joinAgent(ctx, body);
    return reply(created ? 201 : 200, agent);
  }),
);
