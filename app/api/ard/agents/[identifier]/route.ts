import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/interop/ard/contract";
import { lookUpArd } from "@/lib/interop/ard/service/look-up";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.lookUpArd, async (ctx, { params }, request) =>
    reply(200, await lookUpArd(ctx, params.identifier, publicUrl(request))),
  ),
);
