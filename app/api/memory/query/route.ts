import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/contract";
import { queryAnchors } from "@/lib/features/anchors/service/query";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.queryAnchors, async (ctx, { body }) => reply(200, await queryAnchors(ctx, body))),
);
