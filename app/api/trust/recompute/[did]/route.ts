import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/trust/contract";
import { recomputeTrust } from "@/lib/features/trust/service/recompute";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.recomputeTrust, async (ctx, { params, query }) =>
    reply(200, await recomputeTrust(ctx, { ...params, ...query })),
  ),
);
