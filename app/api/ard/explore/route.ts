import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/interop/ard/contract";
import { exploreArd } from "@/lib/interop/ard/service/explore";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.exploreArd, async (ctx, { body }, request) =>
    reply(200, await exploreArd(ctx, body, publicUrl(request))),
  ),
);
