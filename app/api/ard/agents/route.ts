import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/interop/ard/contract";
import { listArd } from "@/lib/interop/ard/service/list";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listArd, async (ctx, { query }, request) => reply(200, await listArd(ctx, query, publicUrl(request)))),
);
