import * as contract from "@/lib/access/contract";
import { listOwnAgents } from "@/lib/access/service/own-agents";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listOwnAgents, async (ctx, { query }) => reply(200, await listOwnAgents(ctx, query))),
);
