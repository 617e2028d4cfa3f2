import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { buildSha, settings } from "@/lib/env";
import * as contract from "@/lib/system/contract";
import { AgentDescriptor } from "@/lib/system/schema";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.describeAgent, async (_ctx, _input, request) =>
    reply(200, {
      name: settings().FEDERATION_NAME,
      source_of_truth: publicUrl(request) + contract.describeApi.path,
      confirmation_code: buildSha(),
      status: "active",
      capabilities: [...AgentDescriptor.shape.capabilities.element.options],
    }),
  ),
);
