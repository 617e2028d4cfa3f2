import * as contract from "@/lib/agents/contract";
import { grantTier } from "@/lib/agents/service/grant-tier";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.grantTier, async (ctx, { params, body }) => reply(200, await grantTier(ctx, { ...params, ...body }))),
);
