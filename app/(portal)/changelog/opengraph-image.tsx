import { ChangelogPicture } from "@/components/pictures/changelog-picture";
import { PICTURE_SIZE, pictureOrigin, picturesOf, refusePicture } from "@/lib/api/pictures";
import { readForPage } from "@/lib/api/read-for-page";
import { ChangeKind } from "@/lib/releases/schema";
import { listReleases } from "@/lib/releases/service";

export const dynamic = "force-dynamic";
export const alt = "The version that runs, and how much changed in it";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(ChangelogPicture);

export default async function ChangelogImage(): Promise<Response> {
  const read = await readForPage(listReleases, "/changelog/opengraph-image");
  if (!read.ok) return refusePicture("unavailable", "The register does not answer.");
  const { version, channel, date, changes } = read.value.current;
  const counts = ChangeKind.options
    .map((kind): [string, number] => [kind, changes.filter((change) => change.kind === kind).length])
    .filter(([, count]) => count > 0);
  return answerWith({ ...pictureOrigin(), version, channel, date, counts });
}
