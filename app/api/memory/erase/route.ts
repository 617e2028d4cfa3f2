import * as contract from "@/lib/anchors/contract";
import { eraseAnchor } from "@/lib/anchors/service/erase";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.eraseAnchor, async (ctx, { body }) => reply(200, await eraseAnchor(ctx, body))),
);
