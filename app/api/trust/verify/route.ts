import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/trust/contract";
import { verifyTrust } from "@/lib/trust/service/standing";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.verifyTrust, async (ctx, { body }) => reply(200, await verifyTrust(ctx, body))),
);
