import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/incidents/contract";
import { openIncident } from "@/lib/features/incidents/service/open";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.openIncident, async (ctx, { body }) => reply(201, await openIncident(ctx, body))),
);
