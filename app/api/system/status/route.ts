import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/system/contract";
import { getServiceStatus } from "@/lib/system/service/status";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getServiceStatus, async (ctx) => reply(200, await getServiceStatus(ctx))),
);
