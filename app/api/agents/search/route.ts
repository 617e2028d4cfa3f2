import * as contract from "@/lib/agents/directory-contract";
import { searchAgents } from "@/lib/agents/service/search-agents";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.searchAgents, async (ctx, { query }) => reply(200, await searchAgents(ctx, query))),
);
