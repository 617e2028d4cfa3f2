import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/search/contract";
import { getVectorStoreHealth } from "@/lib/search/service/store";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getVectorStoreHealth, async (ctx) => reply(200, await getVectorStoreHealth(ctx))),
);
