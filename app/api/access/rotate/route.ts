import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/access/contract";
import { rotateOwnCredential } from "@/lib/features/access/service/own-credential";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.rotateOwnCredential, async (ctx, { body }) => reply(201, await rotateOwnCredential(ctx, body))),
);
