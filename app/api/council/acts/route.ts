import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/council/contract";
import { listActs } from "@/lib/features/council/service/acts";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listActs, async (ctx, { query }) => reply(200, await listActs(ctx, query))),
);
