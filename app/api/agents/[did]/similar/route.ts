import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/directory/contract";
import { similarAgents } from "@/lib/features/directory/service/similar";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listSimilarAgents, async (ctx, { params, query }) =>
    reply(200, await similarAgents(ctx, { ...params, ...query })),
  ),
);
