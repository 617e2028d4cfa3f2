import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/rfcs/contract";
import { listRfcs } from "@/lib/features/rfcs/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listRfcs, async (ctx, { query }) => reply(200, await listRfcs(ctx, query))),
);
