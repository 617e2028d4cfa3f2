import { PagePicture } from "@/components/layout/pictures/page-picture";
import { getIncident } from "@/lib/features/incidents/service/read";
import { findingOf, SEVERITY_NAMES, STATUS_NAMES } from "@/lib/features/incidents/view/names";
import { decodedSegment } from "@/lib/http/page-address";
import { PICTURE_SIZE, picturesOf } from "@/lib/next/pictures";

export const alt = "The incident's title, severity and status";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(PagePicture, "/incidents/{id}/opengraph-image", "incident");

export default async function IncidentImage({ params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const asked = decodedSegment((await params).id);
  return answerWith(async (ctx) => {
    const incident = await getIncident(ctx, { id: asked });
    const { id, title, severity, status, created_at } = incident;
    const [severityName, statusName] = [SEVERITY_NAMES[severity], STATUS_NAMES[status]];
    const finding = findingOf(incident);
    const line = `Severity: ${severityName.toLowerCase()}. Status: ${statusName.toLowerCase()}${finding ? `, ${finding}` : ""}. Opened: ${created_at.slice(0, 10)}.`;
    return { kind: `Incident ${id}`, title, line };
  });
}
