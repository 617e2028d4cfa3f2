import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/replies/contract";
import { replyToAudit } from "@/lib/features/replies/service/write";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.replyToAudit, async (ctx, { params, body }) =>
    reply(201, await replyToAudit(ctx, { ...params, ...body })),
  ),
);
