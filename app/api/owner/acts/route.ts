import * as contract from "@/lib/access/contract";
import { listOwnActs } from "@/lib/access/service/own-agents";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listOwnActs, async (ctx, { query }) => reply(200, await listOwnActs(ctx, query))),
);
