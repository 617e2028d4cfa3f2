import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/relay/contract";
import { previewRoute } from "@/lib/features/relay/service/route";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.previewRoute, async (ctx, { query }) => reply(200, await previewRoute(ctx, query))),
);
