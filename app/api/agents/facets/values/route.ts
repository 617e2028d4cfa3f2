import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/directory/contract";
import { listFacetValues } from "@/lib/features/directory/service/facets";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listFacetValues, async (ctx, { query }) => reply(200, await listFacetValues(ctx, query))),
);
