import { AgentPicture } from "@/components/pictures/agent-picture";
import { getAgent } from "@/lib/agents/service/read";
import { PICTURE_SIZE, pictureOrigin, picturesOf, refusePicture } from "@/lib/api/pictures";
import { foundOrNull, readForPage } from "@/lib/api/read-for-page";
import { decodedSegment } from "@/lib/http/page-address";

export const alt = "The agent's seal, name, tier and score";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(AgentPicture);

export default async function AgentImage({ params }: { params: Promise<{ did: string }> }): Promise<Response> {
  const did = decodedSegment((await params).did);
  const read = await readForPage((ctx) => foundOrNull(getAgent(ctx, { did })), "/agents/{did}/opengraph-image");
  if (!read.ok) return refusePicture("unavailable", "The register does not answer.");
  if (read.value === null) return refusePicture("notFound", "There is no such agent.");
  const { name, trust_tier: tier, trust_score: score, as_of: asOf } = read.value;
  return answerWith({ ...pictureOrigin(), did, name, tier, score, asOf });
}
