import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/rfcs/contract";
import { readRfc } from "@/lib/features/rfcs/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getRfc, async (ctx, { params }) => reply(200, await readRfc(ctx, params))),
);
