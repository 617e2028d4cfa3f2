import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/rfcs/contract";
import { decideRfc } from "@/lib/features/rfcs/service/decide";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.decideRfc, async (ctx, { params, body }) => reply(200, await decideRfc(ctx, { ...params, ...body }))),
);
