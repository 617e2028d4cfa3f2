import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/events/contract";
import { listChanges } from "@/lib/features/events/service/list-changes";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listChanges, async (ctx, { query }) => reply(200, await listChanges(ctx, query))),
);
