import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { settings } from "@/lib/env";
import { getManifest } from "@/lib/evidence/service/verify";
import * as contract from "@/lib/system/contract";
import { viewLlmsText } from "@/lib/system/view/llms-text";

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
