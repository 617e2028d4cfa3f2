import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/access/contract";
import { listOwnActs } from "@/lib/features/access/service/own-agents";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listOwnActs, async (ctx, { query }) => reply(200, await listOwnActs(ctx, query))),
);
