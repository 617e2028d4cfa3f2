import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/status/contract";
import { readMetrics } from "@/lib/features/status/service/read-metrics";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getMetrics, async (ctx) => reply(200, await readMetrics(ctx))),
);
