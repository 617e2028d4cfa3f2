import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/status/contract";
import { getHealth } from "@/lib/features/status/service/health";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getHealth, async (ctx) => reply(200, await getHealth(ctx))),
);
