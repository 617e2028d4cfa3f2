import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/vectors/contract";
import { getVectorStoreHealth } from "@/lib/vectors/service/store";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getVectorStoreHealth, async (ctx) => reply(200, await getVectorStoreHealth(ctx))),
);
