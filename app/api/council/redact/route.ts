import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/council/redactions/contract";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.redactRecord, async (ctx, { body }) => reply(200, await redactRecord(ctx, body))),
);
