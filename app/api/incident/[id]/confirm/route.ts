import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/incidents/contract";
import { confirmIncident } from "@/lib/features/incidents/service/confirm";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.confirmIncident, async (ctx, { params, body }) =>
    reply(200, await confirmIncident(ctx, { ...params, ...body })),
  ),
);
