import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/access/contract";
import { listOperators } from "@/lib/features/access/service/operators";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listOperators, async (ctx) => reply(200, await listOperators(ctx))),
);
