import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/freezes/contract";
import { setFreeze } from "@/lib/freezes/service/freezes";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.setFreeze, async (ctx, { body }) => reply(200, await setFreeze(ctx, body))),
);
