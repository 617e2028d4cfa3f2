import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/interop/registry/contract";
import { listMcpServerVersions } from "@/lib/interop/registry/service/servers";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listMcpServerVersions, async (ctx, { params, query }) =>
    reply(200, await listMcpServerVersions(ctx, params, query)),
  ),
);
