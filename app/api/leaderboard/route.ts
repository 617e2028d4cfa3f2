import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/directory/contract";
import { rankAgents } from "@/lib/features/directory/service/list";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.rankAgents, async (ctx, { query }) => reply(200, await rankAgents(ctx, query))),
);
