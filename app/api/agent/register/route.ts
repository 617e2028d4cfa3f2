import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { registerAgent } from "@/lib/features/agents/service/register";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.registerAgent, async (ctx, { body }) => reply(201, await registerAgent(ctx, body))),
);
