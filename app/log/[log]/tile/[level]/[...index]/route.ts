import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/tiles/contract";
import { readLogTile } from "@/lib/features/anchors/tiles/service/read-tile";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getLogTile, async (ctx, { params }) => reply(200, await readLogTile(ctx, params))),
);
