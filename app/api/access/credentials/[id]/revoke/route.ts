import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/access/contract";
import { revokeCredential } from "@/lib/features/access/service/credentials";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.revokeCredential, async (ctx, { params }) => reply(200, await revokeCredential(ctx, params))),
);
