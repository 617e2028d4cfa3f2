import { PagePicture } from "@/components/layout/pictures/page-picture";
import { pictureTexts } from "@/components/layout/texts";
import { listReleases } from "@/lib/features/releases/service";
import { PICTURE_SIZE, picturesOf } from "@/lib/next/pictures";

export const dynamic = "force-dynamic";
export const alt = pictureTexts.changelog;
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(PagePicture, "/changelog/opengraph-image");

export default function ChangelogImage(): Promise<Response> {
  return answerWith(async (ctx) => {
    const { version, channel, date } = (await listReleases(ctx)).current;
    return {
      kind: pictureTexts.changelogKind,
      title: pictureTexts.changelogTitle,
      line: pictureTexts.changelogLine(version, channel, date),
    };
  });
}
