import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/rfcs/contract";
import { listRfcs } from "@/lib/rfcs/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listRfcs, async (ctx, { query }) => reply(200, await listRfcs(ctx, query))),
);
