import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/system/contract";
import { runSmoke } from "@/lib/system/service/smoke";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.runSmoke, async (ctx) => reply(200, await runSmoke(ctx))),
);
