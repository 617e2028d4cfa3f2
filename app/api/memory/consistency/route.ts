import * as contract from "@/lib/anchors/contract";
import { proveSizes } from "@/lib/anchors/service/prove";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.proveConsistency, async (ctx, { query }) => reply(200, await proveSizes(ctx, query))),
);
