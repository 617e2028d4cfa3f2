import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/access/contract";
import { endOperator } from "@/lib/features/access/service/operators";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.endOperator, async (ctx, { params }) => reply(200, await endOperator(ctx, params))),
);
