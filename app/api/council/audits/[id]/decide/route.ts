import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/replies/contract";
import { decideAudit } from "@/lib/features/replies/service/decide-audit";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.decideAudit, async (ctx, { params, body }) =>
    reply(200, await decideAudit(ctx, { ...params, ...body })),
  ),
);
