import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/status/contract";
import { getServiceStatus } from "@/lib/features/status/service/status";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getServiceStatus, async (ctx) => reply(200, await getServiceStatus(ctx))),
);
