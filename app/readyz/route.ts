import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/status/contract";
import { checkReadiness } from "@/lib/features/status/service/health";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.checkReadiness, async (ctx) => {
    await checkReadiness(ctx);
    return reply(200, { status: "ready" });
  }),
);
