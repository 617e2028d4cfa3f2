import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/incidents/contract";
import { exportIncident } from "@/lib/features/incidents/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.exportIncident, async (ctx, { params }) => reply(200, await exportIncident(ctx, params))),
);
