import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/system/contract";
import { listStatusNews } from "@/lib/system/service/status-news";
import { viewStatusFeed } from "@/lib/system/view/status-feed";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindFeed(contract.getStatusAtom, async (ctx) => viewStatusFeed(await listStatusNews(ctx))),
);
