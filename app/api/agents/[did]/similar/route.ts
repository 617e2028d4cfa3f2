import * as contract from "@/lib/agents/directory-contract";
import { similarAgents } from "@/lib/agents/service/similar";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listSimilarAgents, async (ctx, { params, query }) =>
    reply(200, await similarAgents(ctx, { ...params, ...query })),
  ),
);
