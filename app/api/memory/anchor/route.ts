import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/contract";
import { anchorPayload } from "@/lib/features/anchors/service/anchor";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.anchorPayload, async (ctx, { body }) => reply(201, await anchorPayload(ctx, body))),
);
