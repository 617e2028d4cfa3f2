import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { grantTier } from "@/lib/features/agents/service/grant-tier";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.grantTier, async (ctx, { params, body }) => reply(200, await grantTier(ctx, { ...params, ...body }))),
);
