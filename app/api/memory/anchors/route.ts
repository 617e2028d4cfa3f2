import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/anchors/contract";
import { anchorBatch } from "@/lib/features/anchors/service/anchor";
import { listAnchors } from "@/lib/features/anchors/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listAnchors, async (ctx, { query }) => reply(200, await listAnchors(ctx, query))),
  bind(contract.anchorBatch, async (ctx, { body }) => reply(201, await anchorBatch(ctx, body))),
);
