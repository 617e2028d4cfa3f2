import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/incidents/contract";
import { updateIncident } from "@/lib/features/incidents/service/update";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.updateIncident, async (ctx, { params, body }) =>
    reply(200, await updateIncident(ctx, { ...params, ...body })),
  ),
);
