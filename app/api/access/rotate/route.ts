import * as contract from "@/lib/access/contract";
import { rotateOwnCredential } from "@/lib/access/service/own-credential";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.rotateOwnCredential, async (ctx, { body }) => reply(201, await rotateOwnCredential(ctx, body))),
);
