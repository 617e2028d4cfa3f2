import { bind, reply, route } from "@/lib/api/bind";
import { DOCUMENTED_ENDPOINTS, TAGS, tagsOf } from "@/lib/api/contract";
import { publicUrl } from "@/lib/api/public-url";
import { settings } from "@/lib/env";
import { describeApi } from "@/lib/http/openapi";
import * as contract from "@/lib/system/contract";
import { SPEC_VERSION } from "@/lib/versions";

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
