import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/rfcs/contract";
import { countRfcs } from "@/lib/features/rfcs/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.countRfcs, async (ctx) => reply(200, await countRfcs(ctx))),
);
