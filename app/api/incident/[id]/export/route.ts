import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/incidents/contract";
import { exportIncident } from "@/lib/incidents/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.exportIncident, async (ctx, { params }) => reply(200, await exportIncident(ctx, params))),
);
