import { PagePicture } from "@/components/layout/pictures/page-picture";
import { readRfc } from "@/lib/features/rfcs/service/read";
import { decodedSegment } from "@/lib/http/page-address";
import { PICTURE_SIZE, picturesOf } from "@/lib/next/pictures";

export const alt = "The RFC's number, title and status";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(PagePicture, "/rfcs/{number}/opengraph-image", "RFC");

export default async function RfcImage({ params }: { params: Promise<{ number: string }> }): Promise<Response> {
  const asked = decodedSegment((await params).number);
  return answerWith(async (ctx) => {
    const { number, title, status, reviews } = await readRfc(ctx, { number: asked });
    return { kind: `RFC ${number}`, title, line: `Status: ${status.toLowerCase()}. Reviews: ${reviews.length}.` };
  });
}
