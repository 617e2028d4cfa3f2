import { bind, reply, route } from "@/lib/api/bind";
import { listKeys } from "@/lib/authority/keys";
import * as contract from "@/lib/features/trust/contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listKeys, async (ctx) => reply(200, await listKeys(ctx))),
);
