import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/council/contract";
import { recordAudit } from "@/lib/council/service/audit";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.recordAudit, async (ctx, { body }) => reply(201, await recordAudit(ctx, body))),
);
