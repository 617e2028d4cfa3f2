import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import { readAuditsFeed } from "@/lib/api/feeds/audits";
import * as contract from "@/lib/council/contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindFeed(contract.getAuditsAtom, readAuditsFeed));
