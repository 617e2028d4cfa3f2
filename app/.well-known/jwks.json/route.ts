import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/trust/contract";
import { listKeys } from "@/lib/trust/service/keys";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listKeys, async (ctx) => reply(200, await listKeys(ctx))),
);
