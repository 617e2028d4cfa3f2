import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/features/status/contract";
import { listStatusNews } from "@/lib/features/status/service/status-news";
import { viewStatusFeed } from "@/lib/features/status/view/status-feed";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindFeed(contract.getStatusJsonFeed, async (ctx) => viewStatusFeed(await listStatusNews(ctx))),
);
