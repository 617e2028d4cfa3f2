import { RfcPicture } from "@/components/pictures/rfc-picture";
import { PICTURE_SIZE, pictureOrigin, picturesOf, refusePicture } from "@/lib/api/pictures";
import { foundOrNull, readForPage } from "@/lib/api/read-for-page";
import { decodedSegment } from "@/lib/http/page-address";
import { readRfc } from "@/lib/rfcs/service/read";

export const alt = "The RFC's number, title and status";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(RfcPicture);

export default async function RfcImage({ params }: { params: Promise<{ number: string }> }): Promise<Response> {
  const asked = decodedSegment((await params).number);
  const read = await readForPage(
    (ctx) => foundOrNull(readRfc(ctx, { number: asked })),
    "/rfcs/{number}/opengraph-image",
  );
  if (!read.ok) return refusePicture("unavailable", "The register does not answer.");
  if (read.value === null) return refusePicture("notFound", "There is no such RFC.");
  const { number, title, status, reviews } = read.value;
  return answerWith({ ...pictureOrigin(), number, title, status, reviews: reviews.length });
}
