import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/directory/contract";
import { listFacets } from "@/lib/features/directory/service/facets";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listFacets, async (ctx, { query }) => reply(200, await listFacets(ctx, query))),
);
