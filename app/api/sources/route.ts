import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/interop/sources/contract";
import { addSource, listSources } from "@/lib/interop/sources/service/sources";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listSources, async (ctx) => reply(200, { sources: await listSources(ctx) })),
  bind(contract.addSource, async (ctx, { body }) => reply(201, await addSource(ctx, body))),
);
