import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/interop/ard/contract";
import { searchArd } from "@/lib/interop/ard/service/search";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.searchArd, async (ctx, { body }, request) =>
    reply(200, await searchArd(ctx, body, publicUrl(request))),
  ),
);
