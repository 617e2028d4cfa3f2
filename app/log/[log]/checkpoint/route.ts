import { bind, reply, route } from "@/lib/api/bind";
import { readLogCheckpoint } from "@/lib/features/anchors/service/prove";
import * as contract from "@/lib/features/anchors/tiles/contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getLogCheckpoint, async (ctx, { params }) => reply(200, await readLogCheckpoint(ctx, params))),
);
