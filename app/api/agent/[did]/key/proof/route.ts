import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { proveKey } from "@/lib/features/agents/service/prove-key";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.proveKey, async (ctx, { params, body }) => reply(200, await proveKey(ctx, { ...params, ...body }))),
);
