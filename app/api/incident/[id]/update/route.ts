import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/incidents/contract";
import { updateIncident } from "@/lib/incidents/service/update";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.updateIncident, async (ctx, { params, body }) =>
    reply(200, await updateIncident(ctx, { ...params, ...body })),
  ),
);
