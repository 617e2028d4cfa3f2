import { HomePicture } from "@/components/pictures/home-picture";
import { countAgentsByTier } from "@/lib/agents/service/read";
import { PICTURE_SIZE, pictureOrigin, picturesOf, refusePicture } from "@/lib/api/pictures";
import { readForPage } from "@/lib/api/read-for-page";

export const dynamic = "force-dynamic";
export const alt = "How many agents the federation has, by tier";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(HomePicture);

/** The picture of every page that has none of its own. */
export default async function HomeImage(): Promise<Response> {
  const read = await readForPage(
    async (ctx) => ({ agents: await countAgentsByTier(ctx), asOf: ctx.clock().toISOString().slice(0, 10) }),
    "/opengraph-image",
  );
  if (!read.ok) return refusePicture("unavailable", "The register does not answer.");
  return answerWith({ ...pictureOrigin(), ...read.value });
}
