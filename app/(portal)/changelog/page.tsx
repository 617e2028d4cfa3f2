import type { Metadata, ResolvingMetadata } from "next";
import { DatabaseUnavailable } from "@/components/layout/page";
import { ReleaseEntry } from "@/components/releases/release-entry";
import { ReleaseIndex } from "@/components/releases/release-index";
import { ChoiceNav, EmptyList } from "@/components/ui/list";
import * as contract from "@/lib/features/releases/contract";
import { Channel, ReleaseFilters, type ReleaseHistory } from "@/lib/features/releases/schema";
import { listReleases } from "@/lib/features/releases/service";
import { getHealth } from "@/lib/features/status/contract";
import { RELEASE_CHANNEL, SPEC_VERSION } from "@/lib/foundation/versions";
import { pathOf } from "@/lib/http/client";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { feedAlternates } from "@/lib/next/feed-links";
import { readForPage } from "@/lib/portal/read-for-page";

export async function generateMetadata(_props: unknown, above: ResolvingMetadata): Promise<Metadata> {
  const feeds = { title: "Changelog", atom: contract.getAtomFeed.path, json: contract.getJsonFeed.path };
  return {
    title: "Changelog",
    description: "What changed for people who use or run the service, release by release.",
    ...(await feedAlternates(above, feeds)),
  };
}

export default async function ChangelogPage({ searchParams }: PageProps<"/changelog">) {
  const { channel } = readQuery(ReleaseFilters, firstValues(await searchParams));
  const read = await readForPage((ctx) => listReleases(ctx, { channel }), contract.showChangelog.path);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { current, releases, repository, channels } = read.value;
  // The changes of older releases would be most of the page.
  const newest = releases.find(({ changes }) => changes.length > 0);
  return (
    <>
      <Head channel={channel} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-6 border-total border-t pt-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="grid content-start gap-6 lg:sticky lg:top-0 lg:self-start lg:pt-2">
          {releases.length > 0 && <ReleaseIndex releases={releases} />}
          <ChannelChoice channel={channel} channels={channels} />
        </div>
        <div className="min-w-0">
          {releases.length === 0 && channel !== undefined && <NoRelease channel={channel} current={current} />}
          {releases.map((release, index) => (
            <ReleaseEntry
              key={release.version}
              release={release}
              older={releases[index + 1]}
              repository={repository}
              isRunning={release.version === current.version}
              changesHref={release === newest ? undefined : `${contract.showChangelog.path}/${release.version}`}
            />
          ))}
          <p className="mt-6 max-w-[72ch] text-ink-2 text-sm">
            These are the versions of this service. The API has its own version, which{" "}
            <a href={getHealth.path}>health</a> states: {SPEC_VERSION}, {RELEASE_CHANNEL}. This page does not prove
            which commit the running build was made from. You can check the documents of the build: see{" "}
            <a href="/evidence">evidence</a>.
          </p>
        </div>
      </div>
    </>
  );
}

function Head({ channel }: ReleaseFilters) {
  return (
    <div className="mb-5">
      <h1 className="text-title-1">Changelog</h1>
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-2">
        <p className="mt-1 text-ink-2 text-lg">What changed for people who use or run the service.</p>
        <p className="flex flex-wrap gap-x-5 text-sm">
          {[
            { name: "Atom", href: pathOf(contract.getAtomFeed, { query: { channel } }) },
            { name: "JSON Feed", href: pathOf(contract.getJsonFeed, { query: { channel } }) },
            { name: "JSON", href: contract.listReleases.path },
            { name: "CHANGELOG.md", href: contract.getChangelogText.path },
          ].map(({ name, href }) => (
            <a key={name} href={href} className="inline-flex items-center max-md:min-h-11">
              {name}
            </a>
          ))}
        </p>
      </div>
    </div>
  );
}

function ChannelChoice({ channel, channels }: ReleaseFilters & Pick<ReleaseHistory, "channels">) {
  const all = Channel.options.reduce((sum, each) => sum + channels[each], 0);
  return (
    <div>
      <h2 className="mb-1 font-sans font-semibold text-sm">Channel</h2>
      <ChoiceNav
        label="Channel"
        choices={[undefined, ...Channel.options].map((each) => ({
          name: each === undefined ? `all ${all}` : `${each} ${channels[each]}`,
          href: pathOf(contract.showChangelog, { query: { channel: each } }),
          chosen: channel === each,
        }))}
      />
    </div>
  );
}

/** Says which version runs, because the API's version at the top of the page could be mistaken for it. */
function NoRelease({ channel, current }: { channel: Channel } & Pick<ReleaseHistory, "current">) {
  return (
    <EmptyList title={`No ${channel} release of this service yet`}>
      <p>
        The service runs {current.version}, a {current.channel} build.{" "}
        <a href={contract.showChangelog.path}>Show all channels</a>
      </p>
    </EmptyList>
  );
}
