import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/releases/contract";
import { readChangelog } from "@/lib/releases/service";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getChangelogText, async () => reply(200, readChangelog())),
);
