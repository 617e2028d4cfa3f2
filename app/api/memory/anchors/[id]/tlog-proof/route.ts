import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/contract";
import { proveAnchor } from "@/lib/features/anchors/service/prove";
import { viewTlogProof } from "@/lib/features/anchors/view";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getTlogProof, async (ctx, { params }) =>
    reply(200, viewTlogProof((await proveAnchor(ctx, params, true)).receipt)),
  ),
);
