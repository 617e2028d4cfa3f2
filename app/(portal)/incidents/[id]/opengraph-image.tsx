import { IncidentPicture } from "@/components/pictures/incident-picture";
import { PICTURE_SIZE, pictureOrigin, picturesOf, refusePicture } from "@/lib/api/pictures";
import { foundOrNull, readForPage } from "@/lib/api/read-for-page";
import { decodedSegment } from "@/lib/http/page-address";
import { getIncident } from "@/lib/incidents/service/read";

export const alt = "The incident's severity, status and title";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(IncidentPicture);

export default async function IncidentImage({ params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const id = decodedSegment((await params).id);
  const read = await readForPage((ctx) => foundOrNull(getIncident(ctx, { id })), "/incidents/{id}/opengraph-image");
  if (!read.ok) return refusePicture("unavailable", "The register does not answer.");
  if (read.value === null) return refusePicture("notFound", "There is no such incident.");
  const { title, severity, status, created_at } = read.value;
  return answerWith({
    ...pictureOrigin(),
    ...{ id: read.value.id, title, severity, status, openedOn: created_at.slice(0, 10) },
  });
}
