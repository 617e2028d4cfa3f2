import { PagePicture } from "@/components/layout/pictures/page-picture";
import { listReleases } from "@/lib/features/releases/service";
import { PICTURE_SIZE, picturesOf } from "@/lib/next/pictures";

export const dynamic = "force-dynamic";
export const alt = "The version that runs, its channel and its day";
export const size = PICTURE_SIZE;
export const contentType = "image/png";

const answerWith = picturesOf(PagePicture, "/changelog/opengraph-image");

export default function ChangelogImage(): Promise<Response> {
  return answerWith(async (ctx) => {
    const { version, channel, date } = (await listReleases(ctx)).current;
    return {
      kind: "Changelog",
      title: "What changed, release by release",
      line: `Version: ${version}. Channel: ${channel}. Day: ${date}.`,
    };
  });
}
