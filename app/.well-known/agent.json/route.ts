import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/status/contract";
import { AgentDescriptor } from "@/lib/features/status/schema";
import { describeLogs } from "@/lib/features/status/service/describe-logs";
import { buildSha } from "@/lib/foundation/build";
import { settings } from "@/lib/foundation/env";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.describeAgent, async (ctx, _input, request) =>
    reply(200, {
      name: settings().FEDERATION_NAME,
      source_of_truth: publicUrl(request) + contract.describeApi.path,
      confirmation_code: buildSha(),
      status: "active",
      capabilities: [...AgentDescriptor.shape.capabilities.element.options],
      ...(await describeLogs(ctx, publicUrl(request))),
    }),
  ),
);
