import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/status/contract";
import { runSmoke } from "@/lib/features/status/service/smoke";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.runSmoke, async (ctx) => reply(200, await runSmoke(ctx))),
);
