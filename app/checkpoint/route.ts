import * as contract from "@/lib/anchors/contract";
import { readCheckpoint } from "@/lib/anchors/service/prove";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getCheckpoint, async (ctx, { query }) => reply(200, await readCheckpoint(ctx, query))),
);
