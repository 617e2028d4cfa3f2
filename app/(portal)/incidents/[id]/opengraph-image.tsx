import { PagePicture } from "@/components/pictures/page-picture";
import { PICTURE_SIZE, picturesOf } from "@/lib/api/pictures";
import { decodedSegment } from "@/lib/http/page-address";
import { getIncident } from "@/lib/incidents/service/read";
import { SEVERITY_NAMES, STATUS_NAMES } from "@/lib/incidents/view/names";

export const alt = "The incident's title, severity and status";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(PagePicture, "/incidents/{id}/opengraph-image", "incident");

export default async function IncidentImage({ params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const asked = decodedSegment((await params).id);
  return answerWith(async (ctx) => {
    const { id, title, severity, status, created_at } = await getIncident(ctx, { id: asked });
    const [severityName, statusName] = [SEVERITY_NAMES[severity], STATUS_NAMES[status]];
    const line = `Severity: ${severityName.toLowerCase()}. Status: ${statusName.toLowerCase()}. Opened: ${created_at.slice(0, 10)}.`;
    return { kind: `Incident ${id}`, title, line };
  });
}
