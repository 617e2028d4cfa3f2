import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { getAgent } from "@/lib/features/agents/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAgent, async (ctx, { params }) => reply(200, await getAgent(ctx, params))),
);
