import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { setStatus } from "@/lib/features/agents/service/set-status";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.setStatus, async (ctx, { params, body }) => reply(200, await setStatus(ctx, { ...params, ...body }))),
);
