import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/access/contract";
import { listOwnAgents } from "@/lib/features/access/service/own-agents";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listOwnAgents, async (ctx, { query }) => reply(200, await listOwnAgents(ctx, query))),
);
