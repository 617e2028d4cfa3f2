import { cache } from "react";
import { readFrame } from "@/lib/api/read-for-page";

/** Reads what the frame of a page shows, once for the page and its layout. */
export const readFrameOnce = cache(readFrame);
