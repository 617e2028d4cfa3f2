import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/access/contract";
import { getOwnCredential } from "@/lib/features/access/service/own-credential";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getOwnCredential, async (ctx) => reply(200, await getOwnCredential(ctx))),
);
