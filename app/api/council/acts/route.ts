import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/council/contract";
import { listPublicActs } from "@/lib/features/council/service/public-acts";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listPublicActs, async (ctx, { query }) => reply(200, await listPublicActs(ctx, query))),
);
