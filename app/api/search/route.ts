import { bind, reply, route } from "@/lib/api/bind";
import { DOCS } from "@/lib/api/docs-places";
import * as contract from "@/lib/search/contract";
import { search } from "@/lib/search/service/search";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.search, async (ctx, { query }) => reply(200, await search(ctx, query, DOCS))),
);
