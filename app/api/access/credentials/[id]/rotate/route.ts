import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/access/contract";
import { rotateCredential } from "@/lib/features/access/service/credentials";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.rotateCredential, async (ctx, { params, body }) =>
    reply(201, await rotateCredential(ctx, { ...params, ...body })),
  ),
);
