import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/incidents/contract";
import { listIncidents } from "@/lib/features/incidents/service/list";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listIncidents, async (ctx, { query }) => reply(200, await listIncidents(ctx, query))),
);
