import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/anchors/contract";
import { listLogs } from "@/lib/features/anchors/service/list-logs";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listLogs, async (ctx, _input, request) => reply(200, await listLogs(ctx, publicUrl(request)))),
);
