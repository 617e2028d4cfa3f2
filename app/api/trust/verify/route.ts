import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/trust/contract";
import { verifyTrust } from "@/lib/trust/service/standing";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.verifyTrust, async (ctx, { body }, request) =>
    reply(200, await verifyTrust(ctx, { ...body, issuer: publicUrl(request) })),
  ),
);
