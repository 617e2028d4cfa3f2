import * as contract from "@/lib/anchors/contract";
import { proveAnchor } from "@/lib/anchors/service/prove";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.proveAnchor, async (ctx, { params }) => reply(200, await proveAnchor(ctx, params))),
);
