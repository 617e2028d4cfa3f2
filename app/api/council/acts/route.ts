import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/council/contract";
import { listActs } from "@/lib/council/service/acts";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listActs, async (ctx, { query }) => reply(200, await listActs(ctx, query))),
);
