import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/interop/sources/contract";
import { decideSource } from "@/lib/interop/sources/service/sources";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.decideSource, async (ctx, { params, body }) =>
    reply(200, await decideSource(ctx, { ...params, ...body })),
  ),
);
