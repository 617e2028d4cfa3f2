import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/status/contract";
import { viewRobotsText } from "@/lib/portal/description/robots-text";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getRobotsText, async (_ctx, _input, request) => reply(200, viewRobotsText(publicUrl(request)))),
);
