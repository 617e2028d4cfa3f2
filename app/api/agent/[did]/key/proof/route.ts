import * as contract from "@/lib/agents/contract";
import { proveKey } from "@/lib/agents/service/prove-key";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.proveKey, async (ctx, { params, body }) => reply(200, await proveKey(ctx, { ...params, ...body }))),
);
