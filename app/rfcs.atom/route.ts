import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/features/rfcs/contract";
import { readRfcsFeed } from "@/lib/portal/feeds/rfcs";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindFeed(contract.getRfcsAtom, readRfcsFeed));
