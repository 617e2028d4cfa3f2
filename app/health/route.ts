import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/system/contract";
import { getHealth } from "@/lib/system/service/health";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getHealth, async (ctx) => reply(200, await getHealth(ctx))),
);
