import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/contract";
import { readCheckpoint } from "@/lib/features/anchors/service/prove";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getCheckpoint, async (ctx, { query }) => reply(200, await readCheckpoint(ctx, query))),
);
