import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/replies/contract";
import { decideIncident } from "@/lib/features/replies/service/decide-incident";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.decideIncident, async (ctx, { params, body }) =>
    reply(200, await decideIncident(ctx, { ...params, ...body })),
  ),
);
