import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/interop/ard/contract";
import { publishManifest } from "@/lib/interop/ard/service/publish";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getArdManifest, async (ctx, _input, request) =>
    reply(200, await publishManifest(ctx, publicUrl(request))),
  ),
);
