import * as contract from "@/lib/agents/contract";
import { registerAgent } from "@/lib/agents/service/register";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.registerAgent, async (ctx, { body }) => reply(201, await registerAgent(ctx, body))),
);
