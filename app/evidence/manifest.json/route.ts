import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/evidence/contract";
import { getManifest } from "@/lib/features/evidence/service/verify";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getManifest, async () => reply(200, getManifest())),
);
