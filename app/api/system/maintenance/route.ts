import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/status/maintenance/contract";
import { announceMaintenance } from "@/lib/features/status/maintenance/service";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.announceMaintenance, async (ctx, { body }) => reply(201, await announceMaintenance(ctx, body))),
);
