import * as contract from "@/lib/access/contract";
import { rotateCredential } from "@/lib/access/service/credentials";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.rotateCredential, async (ctx, { params, body }) =>
    reply(201, await rotateCredential(ctx, { ...params, ...body })),
  ),
);
