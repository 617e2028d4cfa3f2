import { bind, reply, route } from "@/lib/api/bind";
import { DOCS } from "@/lib/portal/docs-places";
import * as contract from "@/lib/portal/search/contract";
import { search } from "@/lib/portal/search/service/search";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.search, async (ctx, { query }) => reply(200, await search(ctx, query, DOCS))),
);
