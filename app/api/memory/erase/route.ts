import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/contract";
import { eraseAnchor } from "@/lib/features/anchors/service/erase";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.eraseAnchor, async (ctx, { body }) => reply(200, await eraseAnchor(ctx, body))),
);
