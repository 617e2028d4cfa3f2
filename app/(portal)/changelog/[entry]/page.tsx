import type { Metadata } from "next";
import { cache } from "react";
import { Breadcrumb, DatabaseUnavailable, NotFoundMessage } from "@/components/layout/page";
import { ReleaseEntry } from "@/components/releases/release-entry";
import { showChangelog } from "@/lib/features/releases/contract";
import { findRelease } from "@/lib/features/releases/service";
import { decodedSegment } from "@/lib/http/page-address";
import { readForPage, setPageStatus } from "@/lib/portal/read-for-page";

type Props = PageProps<"/changelog/[entry]">;

/** Reads a release by its version, or by the fragment of one of its changes. */
const readPage = cache((entry: string) => readForPage((ctx) => findRelease(ctx, entry), "/changelog/{entry}"));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage(decodedSegment((await params).entry));
  const found = read.ok ? read.value : null;
  if (found === null) return { title: "Release not found" };
  return { title: `Release ${found.release.version}`, description: `What changed in ${found.release.version}.` };
}

export default async function ReleasePage({ params }: Props) {
  const read = await readPage(decodedSegment((await params).entry));
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) return <NoSuchRelease />;
  return (
    <>
      <Breadcrumb above={[{ name: "Changelog", href: showChangelog.path }]} here={read.value.release.version} />
      <ReleaseEntry {...read.value} level={1} />
    </>
  );
}

function NoSuchRelease() {
  setPageStatus(404);
  return (
    <NotFoundMessage title="Release not found">
      The changelog has no release and no change of this name. <a href={showChangelog.path}>Show all releases</a>.
    </NotFoundMessage>
  );
}
