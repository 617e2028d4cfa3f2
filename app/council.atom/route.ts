import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/features/council/contract";
import { readCouncilFeed } from "@/lib/portal/feeds/council";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindFeed(contract.getCouncilAtom, readCouncilFeed));
