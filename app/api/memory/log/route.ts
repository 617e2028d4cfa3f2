import * as contract from "@/lib/anchors/contract";
import { readLog } from "@/lib/anchors/service/prove";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.readLog, async (ctx, { query }) => reply(200, await readLog(ctx, query))),
);
