import * as contract from "@/lib/agents/directory-contract";
import { listFacets } from "@/lib/agents/service/facets";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listFacets, async (ctx, { query }) => reply(200, await listFacets(ctx, query))),
);
