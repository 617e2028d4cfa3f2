import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/replies/contract";
import { replyToIncident } from "@/lib/features/replies/service/write";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.replyToIncident, async (ctx, { params, body }) =>
    reply(201, await replyToIncident(ctx, { ...params, ...body })),
  ),
);
