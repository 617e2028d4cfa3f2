import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/incidents/contract";
import { listIncidents } from "@/lib/incidents/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listIncidents, async (ctx) => reply(200, await listIncidents(ctx))),
);
