import * as contract from "@/lib/anchors/contract";
import { anchorPayload } from "@/lib/anchors/service/anchor";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.anchorPayload, async (ctx, { body }) => reply(201, await anchorPayload(ctx, body))),
);
