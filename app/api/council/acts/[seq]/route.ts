import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/acts/contract";
import { getAct } from "@/lib/features/anchors/acts/get-act";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAct, async (ctx, { params }) => reply(200, await getAct(ctx, params))),
);
