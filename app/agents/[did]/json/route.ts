import * as contract from "@/lib/agents/contract";
import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import { readAgentFeed } from "@/lib/api/feeds/agents";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindFeed(contract.getAgentJsonFeed, readAgentFeed));
