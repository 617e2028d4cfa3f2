import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/relay/contract";
import { readInbox } from "@/lib/features/relay/service/inbox";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.readInbox, async (ctx, { query }) => reply(200, await readInbox(ctx, query))),
);
