import { bind, reply, route } from "@/lib/api/bind";
import { getAgentCard } from "@/lib/features/agents/card-contract";
import { readAgentCard } from "@/lib/features/agents/service/manifest";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(getAgentCard, async (ctx, { params }) => reply(200, await readAgentCard(ctx, params))),
);
