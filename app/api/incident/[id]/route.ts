import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/incidents/contract";
import { getIncident } from "@/lib/features/incidents/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getIncident, async (ctx, { params }) => reply(200, await getIncident(ctx, params))),
);
