import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/features/council/contract";
import { readAuditsFeed } from "@/lib/portal/feeds/audits";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindFeed(contract.getAuditsJsonFeed, readAuditsFeed));
