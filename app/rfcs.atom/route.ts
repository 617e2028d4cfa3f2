import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import { readRfcsFeed } from "@/lib/api/feeds/rfcs";
import * as contract from "@/lib/rfcs/contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindFeed(contract.getRfcsAtom, readRfcsFeed));
