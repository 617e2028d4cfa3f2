import * as contract from "@/lib/anchors/contract";
import { anchorBatch } from "@/lib/anchors/service/anchor";
import { listAnchors } from "@/lib/anchors/service/read";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listAnchors, async (ctx, { query }) => reply(200, await listAnchors(ctx, query))),
  bind(contract.anchorBatch, async (ctx, { body }) => reply(201, await anchorBatch(ctx, body))),
);
