import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/interop/registry/contract";
import { listMcpServers } from "@/lib/interop/registry/service/servers";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listMcpServers, async (ctx, { query }) => reply(200, await listMcpServers(ctx, query))),
);
