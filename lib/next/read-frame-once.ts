import { cache } from "react";
import { readFrame } from "@/lib/portal/read-for-page";

/** Reads the data of a page's frame once, for the page and its layout. */
export const readFrameOnce = cache(readFrame);
