import * as contract from "@/lib/anchors/contract";
import { queryAnchors } from "@/lib/anchors/service/query";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.queryAnchors, async (ctx, { body }) => reply(200, await queryAnchors(ctx, body))),
);
