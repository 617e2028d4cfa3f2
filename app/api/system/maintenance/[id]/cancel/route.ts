import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/status/maintenance/contract";
import { cancelMaintenance } from "@/lib/features/status/maintenance/service";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.cancelMaintenance, async (ctx, { params, body }) =>
    reply(200, await cancelMaintenance(ctx, { ...params, ...body })),
  ),
);
