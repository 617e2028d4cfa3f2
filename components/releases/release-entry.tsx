import type { ReactNode } from "react";
import { HashGlyph } from "@/components/marks/hash-glyph";
import { CopyButton } from "@/components/ui/copy-button";
import { fragmentOf, linksOf } from "@/lib/features/releases/rules";
import type { Release } from "@/lib/features/releases/schema";
import { ChangeGroups, Permalink } from "./change-groups";
import { ChangeText } from "./change-text";
import { ChannelMark } from "./channel-mark";

interface ReleaseEntryProps {
  release: Release;
  older: Release | undefined;
  repository: string | undefined;
  isRunning: boolean;
  /** The page with the changes. If absent, they are shown here. */
  changesHref?: string | undefined;
  /** The level of its heading. */
  level?: 1 | 2;
}

export function ReleaseEntry({ release, older, repository, isRunning, changesHref, level = 2 }: ReleaseEntryProps) {
  const { version, channel, date, summary, highlights, changes, tag } = release;
  const Heading = `h${level}` as const;
  return (
    <article id={fragmentOf(release)} className="scroll-mt-4 border-hair border-b py-7 first:pt-0">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <div className="-mr-2 flex items-baseline">
          <Heading className={isRunning || level === 1 ? "text-title-1" : "text-title-2"}>{version}</Heading>
          <Permalink to={fragmentOf(release)} what={`release ${version}`} />
        </div>
        {isRunning && <span className="font-semibold text-accent text-sm">running now</span>}
        <ChannelMark channel={channel} />
        {tag === "" && <span className="text-ink-2 text-sm">not released yet</span>}
        <time dateTime={date} className="font-mono text-ink-2 text-xs">
          {date}
        </time>
      </header>
      {summary !== "" && <p className="mt-2 max-w-[62ch] text-ink-2 text-lg">{summary}</p>}
      {highlights.length > 0 && <Highlights highlights={highlights} />}
      {changes.length === 0 ? (
        <p className="mt-4 text-ink-2">{`No change${older === undefined ? "" : ` since ${older.version}`} yet.`}</p>
      ) : changesHref === undefined ? (
        <ChangeGroups changes={changes} level={level === 1 ? 2 : 3} />
      ) : (
        <p className="mt-4 text-sm">
          <a href={changesHref} className="inline-flex min-h-11 items-center">
            {changes.length === 1 ? "Its change" : `All ${changes.length.toLocaleString("en")} changes`}
          </a>
        </p>
      )}
      <Origin release={release} links={linksOf(repository, release, older)} older={older} />
    </article>
  );
}

function Highlights({ highlights }: Pick<Release, "highlights">) {
  return (
    <ul aria-label="Highlights" className="mt-4 grid gap-x-10 md:grid-cols-2">
      {highlights.map(({ title, href, text }) => (
        <li key={title} className="relative border-hair border-t py-3 text-ink-2 text-sm [overflow-wrap:anywhere]">
          <b className="block font-semibold text-ink">
            {href === undefined ? (
              title
            ) : (
              <a href={href} className="text-ink after:absolute after:inset-0 hover:text-accent">
                {title}
              </a>
            )}
          </b>
          <ChangeText text={text} />
        </li>
      ))}
    </ul>
  );
}

/** Names the commit, tag and comparison of a release. They are links if the repository's address is known. */
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
    <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-xs">
      <Fact name="Build">
        {build_sha !== "unknown" && <HashGlyph hash={build_sha} />}
        <code className="font-mono">{build_sha.slice(0, 12)}</code>
      </Fact>
      <Fact name="Commit">
        <Reference href={links.commit}>
          <code className="font-mono">{commit.slice(0, 7)}</code>
        </Reference>
        {commit !== "unknown" && <CopyButton text={commit} what={`the commit of ${version}`} />}
      </Fact>
      {tag !== "" && (
        <Fact name="Tag">
          <Reference href={github_release_url || links.tag}>{tag}</Reference>
        </Fact>
      )}
      {zenodo_doi !== null && (
        <Fact name="DOI">
          <a href={`https://doi.org/${zenodo_doi}`} className="[overflow-wrap:anywhere]">
            {zenodo_doi}
          </a>
        </Fact>
      )}
      {links.compare !== undefined && older && (
        <Fact name="Compare">
          <a href={links.compare}>{`with ${older.version}`}</a>
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
