import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/contract";
import { proveSizes } from "@/lib/features/anchors/service/prove";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.proveConsistency, async (ctx, { query }) => reply(200, await proveSizes(ctx, query))),
);
