import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/contract";
import { listLogs } from "@/lib/features/anchors/service/list-logs";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listLogs, async (ctx) => reply(200, await listLogs(ctx))),
);
