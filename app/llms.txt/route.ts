import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { getManifest } from "@/lib/features/evidence/service/verify";
import * as contract from "@/lib/features/status/contract";
import { settings } from "@/lib/foundation/env";
import { viewLlmsText } from "@/lib/portal/description/llms-text";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getLlmsText, async (_ctx, _input, request) => {
    const {
      FEDERATION_NAME: name,
      RATE_LIMIT_REQUESTS: requests,
      RATE_LIMIT_WINDOW_SECONDS: windowSeconds,
    } = settings();
    const { documents } = getManifest().predicate;
    return reply(200, viewLlmsText({ name, origin: publicUrl(request), requests, windowSeconds, documents }));
  }),
);
