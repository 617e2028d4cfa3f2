import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/council/contract";
import { recordAudit } from "@/lib/features/council/service/audit";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.recordAudit, async (ctx, { body }) => reply(201, await recordAudit(ctx, body))),
);
