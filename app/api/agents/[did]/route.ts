import * as contract from "@/lib/agents/contract";
import { getAgent } from "@/lib/agents/service/read";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAgent, async (ctx, { params }) => reply(200, await getAgent(ctx, params))),
);
