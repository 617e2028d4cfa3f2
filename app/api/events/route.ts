import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/change-feed/contract";
import { listChanges } from "@/lib/change-feed/service/list-changes";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listChanges, async (ctx, { query }) => reply(200, await listChanges(ctx, query))),
);
