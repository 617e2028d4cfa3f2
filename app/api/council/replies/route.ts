import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/replies/contract";
import { listPendingReplies } from "@/lib/features/replies/service/list-pending";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listPendingReplies, async (ctx, { query }) => reply(200, await listPendingReplies(ctx, query))),
);
