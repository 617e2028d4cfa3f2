import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/incidents/contract";
import { listIncidents } from "@/lib/incidents/service/list";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listIncidents, async (ctx, { query }) => reply(200, await listIncidents(ctx, query))),
);
