import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/contract";
import { proveAnchor } from "@/lib/features/anchors/service/prove";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.proveAnchor, async (ctx, { params }) => reply(200, await proveAnchor(ctx, params))),
);
