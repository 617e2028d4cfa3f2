import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/directory/contract";
import { searchAgents } from "@/lib/features/directory/service/search-agents";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.searchAgents, async (ctx, { query }) => reply(200, await searchAgents(ctx, query))),
);
