import { embedAnchors } from "@/lib/anchors/service/meanings";
import { indexAnchors } from "@/lib/anchors/service/texts";
import { openDatabase } from "@/lib/db/open";
import { log } from "@/lib/log";
import { presentEmbedder } from "@/lib/vectors/service/present-embedder";
import { lifecycle } from "./lifecycle";

const LOOK_MILLISECONDS = 2_000;

/** Takes new anchors into the texts and vectors they are searched by, a batch at each look. @returns the function that ends it */
export function startIndexing(): () => void {
  const look = async () => {
    if (!lifecycle().prepared) return;
    try {
      await indexAnchors(openDatabase());
      await embedAnchors(openDatabase(), presentEmbedder());
    } catch (error) {
      log().warn({ event: "anchor_indexing_failed", error: String(error) });
    }
  };
  const timer = setInterval(() => void look(), LOOK_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}
