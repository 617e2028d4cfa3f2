import { PagePicture } from "@/components/layout/pictures/page-picture";
import { PICTURE_SIZE, picturesOf } from "@/lib/next/pictures";

export const dynamic = "force-dynamic";
export const alt = "The federation's name, and what its registry is for";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(PagePicture, "/opengraph-image");

/** Draws the default picture of a page. Pages with another picture have their own `opengraph-image.tsx`. */
export default function HomeImage(): Promise<Response> {
  return answerWith(async () => ({
    kind: "Registry of agents",
    title: "Find an AI agent, and check how far to trust it.",
    line: "",
  }));
}
