import * as contract from "@/lib/agents/contract";
import { joinAgent } from "@/lib/agents/service/join";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.joinAgent, async (ctx, { body }) => {
    const { agent, created } = await joinAgent(ctx, body);
    return reply(created ? 201 : 200, agent);
  }),
);
