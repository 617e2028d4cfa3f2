import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/status/contract";
import { settings } from "@/lib/foundation/env";
import { SPEC_VERSION } from "@/lib/foundation/versions";
import { describeApi } from "@/lib/http/openapi";
import { DOCUMENTED_ENDPOINTS, TAGS, tagsOf } from "@/lib/portal/contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.describeApi, async (_ctx, _input, request) => {
    const about = {
      title: `${settings().FEDERATION_NAME}: governance service`,
      version: SPEC_VERSION,
      description: "The members of the federation, their trust, and the record of their actions.",
      serverUrl: publicUrl(request),
      tags: TAGS,
      tagsOf,
    };
    return reply(200, { ...describeApi(DOCUMENTED_ENDPOINTS, about), openapi: "3.1.0" });
  }),
);
