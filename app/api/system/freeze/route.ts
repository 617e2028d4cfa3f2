import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/council/freezes/contract";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.setFreeze, async (ctx, { body }) => reply(200, await setFreeze(ctx, body))),
);
