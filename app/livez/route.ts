import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/status/contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.checkLiveness, async () => reply(200, { status: "alive" })),
);
