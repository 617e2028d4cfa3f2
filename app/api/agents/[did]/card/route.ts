import { getAgentCard } from "@/lib/agents/card-contract";
import { readAgentCard } from "@/lib/agents/service/manifest";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(getAgentCard, async (ctx, { params }) => reply(200, await readAgentCard(ctx, params))),
);
