import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/trust/contract";
import { verifyTrust } from "@/lib/features/trust/service/statements";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.verifyTrust, async (ctx, { body }) => reply(200, await verifyTrust(ctx, body))),
);
