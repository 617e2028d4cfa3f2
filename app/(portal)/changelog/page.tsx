import type { Metadata, ResolvingMetadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { ChannelMark } from "@/components/releases/channel-mark";
import { ReleaseEntry } from "@/components/releases/release-entry";
import { ChoiceNav } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import { readForPage } from "@/lib/api/read-for-page";
import { pathOf } from "@/lib/http/client";
import { firstValues, readQuery } from "@/lib/http/page-address";
import * as contract from "@/lib/releases/contract";
import { anchorOf } from "@/lib/releases/rules";
import { Channel, type Release, ReleaseFilters } from "@/lib/releases/schema";
import { listReleases } from "@/lib/releases/service";
import { getHealth } from "@/lib/system/contract";
import { RELEASE_CHANNEL, SPEC_VERSION } from "@/lib/versions";

export async function generateMetadata(_props: unknown, above: ResolvingMetadata): Promise<Metadata> {
  const origin = publicUrl({ headers: await headers() });
  return {
    title: "Changelog",
    description: "What changed in the service, release by release.",
    alternates: {
      types: {
        ...(await above).alternates?.types,
        "application/atom+xml": [{ url: origin + contract.getAtomFeed.path, title: "Changelog (Atom)" }],
        "application/feed+json": [{ url: origin + contract.getJsonFeed.path, title: "Changelog (JSON Feed)" }],
      },
    },
  };
}

const CHANNELS = [undefined, ...Channel.options];

export default async function ChangelogPage({ searchParams }: PageProps<"/changelog">) {
  const { channel } = readQuery(ReleaseFilters, firstValues(await searchParams));
  const read = await readForPage((ctx) => listReleases(ctx, { channel }), contract.showChangelog.path);
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { current, releases, repository } = read.value;
  return (
    <>
      <PageTitle title="Changelog" twin={contract.listReleases.path}>
        What changed in the service, with the commit that each release was built from.
      </PageTitle>
      <dl className="mb-6 flex flex-wrap items-baseline gap-x-10 gap-y-2 border-total border-y py-4 text-sm">
        <Standing name="Running now">
          <span className="font-serif text-title-3">{current.version}</span> <ChannelMark channel={current.channel} />
        </Standing>
        <Standing name="Interface">
          <span className="font-serif text-title-3">{SPEC_VERSION}</span> <ChannelMark channel={RELEASE_CHANNEL} />
        </Standing>
        <Standing name="Follow">
          <a href={pathOf(contract.getAtomFeed, { query: { channel } })}>Atom</a>
          <a href={pathOf(contract.getJsonFeed, { query: { channel } })}>JSON Feed</a>
        </Standing>
      </dl>
      <div className="mb-8">
        <ChoiceNav
          label="Channel"
          choices={CHANNELS.map((each) => ({
            name: each ?? "All channels",
            href: pathOf(contract.showChangelog, { query: { channel: each } }),
            chosen: channel === each,
          }))}
        />
      </div>
      <div className="grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start">
        <div className="min-w-0">
          {releases.length === 0 && <NothingHere />}
          {releases.map((release, index) => (
            <ReleaseEntry
              key={release.version}
              release={release}
              older={releases[index + 1]}
              repository={repository}
              running={release.version === current.version}
            />
          ))}
        </div>
        <aside className="min-w-0 text-ink-2 text-sm">
          {releases.length > 1 && <AllReleases releases={releases} />}
          <Section title="Two numbers, on purpose">
            <p className="mt-3">
              The release list speaks of the build that answers you: {current.version}, {current.channel}.{" "}
              <a href={getHealth.path}>Health</a> speaks of the interface that it implements: {SPEC_VERSION},{" "}
              {RELEASE_CHANNEL}.
            </p>
          </Section>
          <Section title="What this does not show">
            <p className="mt-3">
              That the running code was built from the commit it names: that is its operator’s word. What this build
              expects of its documents can be checked on the <a href="/evidence">evidence</a> page.
            </p>
          </Section>
          <p className="mt-8">
            <a href={contract.getChangelogText.path}>The changelog as it is written</a>
          </p>
        </aside>
      </div>
    </>
  );
}

function Standing({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="text-ink-2">{name}</dt>
      <dd className="flex items-baseline gap-3">{children}</dd>
    </div>
  );
}

function AllReleases({ releases }: { releases: Release[] }) {
  return (
    <Section title="Releases">
      <ol>
        {releases.map((release) => (
          <li key={release.version} className="flex justify-between gap-4 border-hair border-b py-2">
            <a href={`#${anchorOf(release)}`}>{release.version}</a>
            <time dateTime={release.date} className="font-mono text-xs">
              {release.date}
            </time>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function NothingHere() {
  return (
    <div className="border-total border-y py-12">
      <p className="font-medium font-serif text-title-3">No release is of this channel yet.</p>
      <p className="mt-2 text-sm">
        <a href={contract.showChangelog.path}>Show all channels</a>
      </p>
    </div>
  );
}
