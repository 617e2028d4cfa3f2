import * as contract from "@/lib/agents/directory-contract";
import { listFacetValues } from "@/lib/agents/service/facets";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listFacetValues, async (ctx, { query }) => reply(200, await listFacetValues(ctx, query))),
);
