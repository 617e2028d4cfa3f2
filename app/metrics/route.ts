import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/system/contract";
import { readMetrics } from "@/lib/system/service/read-metrics";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getMetrics, async (ctx) => reply(200, await readMetrics(ctx))),
);
