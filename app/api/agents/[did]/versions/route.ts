import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { listVersions } from "@/lib/features/agents/service/versions";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listAgentVersions, async (ctx, { params, query }) =>
    reply(200, await listVersions(ctx, { ...params, ...query })),
  ),
);
