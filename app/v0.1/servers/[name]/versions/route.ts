import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/registry/contract";
import { listMcpServerVersions } from "@/lib/registry/service/servers";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listMcpServerVersions, async (ctx, { params, query }) =>
    reply(200, await listMcpServerVersions(ctx, params, query)),
  ),
);
