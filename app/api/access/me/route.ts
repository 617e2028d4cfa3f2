import * as contract from "@/lib/access/contract";
import { getOwnCredential } from "@/lib/access/service/own-credential";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getOwnCredential, async (ctx) => reply(200, await getOwnCredential(ctx))),
);
