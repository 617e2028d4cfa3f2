import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/council/contract";
import { recordAuditAndTell } from "@/lib/features/replies/service/record-audit";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.recordAudit, async (ctx, { body }) => reply(201, await recordAuditAndTell(ctx, body))),
);
