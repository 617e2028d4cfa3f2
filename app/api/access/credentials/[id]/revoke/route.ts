import * as contract from "@/lib/access/contract";
import { revokeCredential } from "@/lib/access/service/credentials";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.revokeCredential, async (ctx, { params }) => reply(200, await revokeCredential(ctx, params))),
);
