import type { ReactNode } from "react";
import { Cut } from "@/components/drawings/cut";
import { CopyButton } from "@/components/ui/copy-button";
import { anchorOf, changesByKind, linksOf, partsOf } from "@/lib/releases/rules";
import type { Release } from "@/lib/releases/schema";
import { ChannelMark } from "./channel-mark";

interface ReleaseEntryProps {
  release: Release;
  /** The one before it, if any. */
  older: Release | undefined;
  repository: string | undefined;
  running: boolean;
}

/** One release: its version and day, what changed, and what it was built from. */
export function ReleaseEntry({ release, older, repository, running }: ReleaseEntryProps) {
  const { version, channel, date, changes } = release;
  return (
    <article
      id={anchorOf(release)}
      className="grid scroll-mt-6 gap-x-8 gap-y-4 border-hair border-b py-8 first:pt-0 md:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 md:block">
        <h2 className="text-title-2">
          <a href={`#${anchorOf(release)}`} className="text-ink no-underline hover:text-accent hover:underline">
            {version}
          </a>
        </h2>
        <p className="flex items-baseline gap-2 md:mt-1">
          <ChannelMark channel={channel} />
          {running && <span className="font-semibold text-accent text-xs">running</span>}
        </p>
        <time dateTime={date} className="font-mono text-ink-2 text-xs md:mt-2 md:block">
          {date}
        </time>
      </header>
      <div className="min-w-0">
        {changesByKind(changes).map(({ kind, texts }) => (
          <section key={kind} className="mb-6">
            <h3 className="font-sans font-semibold text-sm">{kind}</h3>
            <ul className="mt-1">
              {texts.map((text) => (
                <li key={text} className="relative py-1 pl-5 [overflow-wrap:anywhere]">
                  <span aria-hidden className="absolute left-0 text-ink-3">
                    –
                  </span>
                  <ChangeText text={text} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <Origin release={release} links={linksOf(repository, release, older)} older={older} />
      </div>
    </article>
  );
}

/** Where a release comes from: each is a link where the repository's address is known. */
function Origin({
  release: { version, commit, build_sha, tag, zenodo_doi, github_release_url },
  links,
  older,
}: {
  release: Release;
  links: ReturnType<typeof linksOf>;
  older: Release | undefined;
}) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs">
      <Fact name="Build">
        {build_sha !== "unknown" && <Cut hash={build_sha} />}
        <code className="font-mono">{build_sha.slice(0, 12)}</code>
      </Fact>
      <Fact name="Commit">
        <Reference href={links.commit}>
          <code className="font-mono">{commit.slice(0, 7)}</code>
        </Reference>
        {commit !== "unknown" && <CopyButton text={commit} what={`the commit of ${version}`} />}
      </Fact>
      <Fact name="Tag">
        {tag === "" ? "not yet tagged" : <Reference href={github_release_url || links.tag}>{tag}</Reference>}
      </Fact>
      {zenodo_doi !== null && (
        <Fact name="DOI">
          <a href={`https://doi.org/${zenodo_doi}`} className="[overflow-wrap:anywhere]">
            {zenodo_doi}
          </a>
        </Fact>
      )}
      {links.compare !== undefined && older && (
        <Fact name="Compare">
          <a href={links.compare}>with {older.version}</a>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="flex min-w-0 items-center gap-2">{children}</dd>
    </div>
  );
}

function Reference({ href, children }: { href: string | undefined; children: ReactNode }) {
  return href === undefined ? children : <a href={href}>{children}</a>;
}

/** A change as it is written, with its code as code. */
export function ChangeText({ text }: { text: string }) {
  return partsOf(text).map((part) =>
    part.code ? (
      <code key={part.at} className="font-mono text-[0.9em]">
        {part.text}
      </code>
    ) : (
      part.text
    ),
  );
}
