import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/incidents/contract";
import { transitionIncident } from "@/lib/features/incidents/service/transition";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.transitionIncident, async (ctx, { params, body }) =>
    reply(200, await transitionIncident(ctx, { ...params, ...body })),
  ),
);
