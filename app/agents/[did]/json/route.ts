import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/features/agents/contract";
import { readAgentFeed } from "@/lib/portal/feeds/agents";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindFeed(contract.getAgentJsonFeed, readAgentFeed));
