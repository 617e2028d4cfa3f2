import * as contract from "@/lib/agents/contract";
import { setStatus } from "@/lib/agents/service/set-status";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.setStatus, async (ctx, { params, body }) => reply(200, await setStatus(ctx, { ...params, ...body }))),
);
