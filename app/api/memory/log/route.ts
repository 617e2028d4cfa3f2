import { bind, reply, route } from "@/lib/api/bind";
import { requestScope } from "@/lib/authority/context";
import * as contract from "@/lib/features/anchors/contract";
import { readLog } from "@/lib/features/anchors/service/prove";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.readLog, async (ctx, { query }) => {
    const page = await readLog(ctx, query);
    if (page.next !== null) requestScope().isFinal = true;
    return reply(200, page);
  }),
);
