import { AgentPicture } from "@/components/layout/pictures/agent-picture";
import { readListing } from "@/lib/features/agents/service/listings";
import { getAgent } from "@/lib/features/agents/service/read";
import { decodedSegment } from "@/lib/http/page-address";
import { PICTURE_SIZE, picturesOf } from "@/lib/next/pictures";

export const alt = "The agent's seal, name, tier and score";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(AgentPicture, "/agents/{did}/opengraph-image", "agent");

export default async function AgentImage({ params }: { params: Promise<{ did: string }> }): Promise<Response> {
  const did = decodedSegment((await params).did);
  return answerWith(async (ctx) => {
    const [agent, listing] = await Promise.all([getAgent(ctx, { did }), readListing(ctx, did)]);
    const { name, trust_tier: tier, trust_score: score, as_of: asOf } = agent;
    return { did, name, tier, score, asOf, listing };
  });
}
