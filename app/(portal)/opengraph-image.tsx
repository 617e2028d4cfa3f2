import { PagePicture } from "@/components/pictures/page-picture";
import { PICTURE_SIZE, picturesOf } from "@/lib/next/pictures";

export const dynamic = "force-dynamic";
export const alt = "The federation's name, and what its register is for";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(PagePicture, "/opengraph-image");

/** The picture of every page that has none of its own. */
export default function HomeImage(): Promise<Response> {
  return answerWith(async () => ({
    kind: "Register of agents",
    title: "Find an AI agent, and check how far to trust it.",
    line: "",
  }));
}
