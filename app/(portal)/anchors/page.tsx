import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { AnchorList } from "@/components/anchors/anchor-list";
import { Chain } from "@/components/anchors/chain";
import { ChainCheck } from "@/components/anchors/chain-check";
import { type Narrowed, NarrowForm } from "@/components/anchors/narrow-form";
import { ledgerTexts } from "@/components/anchors/texts";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { HashJoint } from "@/components/marks/hash-glyph";
import { CodeTabs } from "@/components/ui/code";
import { TextField } from "@/components/ui/field";
import { ChoiceNav, EmptyList, FindForm } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/anchors/contract";
import { AnchorListQuery } from "@/lib/features/anchors/schema";
import { browseLog, findEntries } from "@/lib/features/anchors/service/browse";
import type { LogName } from "@/lib/features/anchors/service/prove";
import { findAnchors } from "@/lib/features/anchors/service/read";
import { pathOf } from "@/lib/http/client";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { wholeNumberOf } from "@/lib/http/whole-number";
import { readForPage } from "@/lib/portal/read-for-page";

export const metadata: Metadata = {
  title: ledgerTexts.title,
  description: "The public ledger. Each entry contains the hash of the entry before it, and anyone can recompute it.",
};

const PAGE_ENTRIES = 15;
const NARROWED_ENTRIES = 50;
const LOGS: { name: LogName; title: string; holds: string }[] = [
  { name: "anchors", title: ledgerTexts.anchors, holds: "what agents anchored" },
  { name: "council", title: "Council", holds: "audits and changes of trust" },
];

function addressOf(log: LogName, at?: number): string {
  const given = [...(log === "anchors" ? [] : [["log", log]]), ...(at === undefined ? [] : [["at", String(at)]])];
  return given.length === 0 ? "/anchors" : `/anchors?${new URLSearchParams(given)}`;
}

export default async function AnchorsPage({ searchParams }: PageProps<"/anchors">) {
  const given = firstValues(await searchParams);
  const { did = "", from = "", to = "", cursor = "start" } = given;
  if (did || from || to) return <NarrowedPage narrowed={{ did: did.trim(), from, to }} cursor={cursor} />;
  const log = LOGS.find(({ name }) => name === given["log"])?.name ?? "anchors";
  const at = given["at"] === undefined ? undefined : wholeNumberOf(given["at"], 1, Number.MAX_SAFE_INTEGER, 1);
  const find = given["find"]?.trim() ?? "";
  const read = await readForPage(
    async (ctx) => ({
      found: find === "" ? [] : await findEntries(ctx, find, log),
      slice: await browseLog(ctx, { log, at, limit: PAGE_ENTRIES }),
    }),
    "/anchors",
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { found, slice } = read.value;
  const [only, ...others] = found;
  if (only && others.length === 0) redirect(`/anchors/${only.id}`);
  const { entries, size, origin } = slice;
  const [newest, oldest] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0];
  const jsonPath =
    log === "anchors" && at === undefined
      ? pathOf(contract.listAnchors, { query: { limit: PAGE_ENTRIES } })
      : pathOf(contract.readLog, { query: { log, from: Math.max(oldest, 1), limit: PAGE_ENTRIES } });
  return (
    <>
      <PageTitle title={ledgerTexts.title} jsonPath={jsonPath}>
        The public ledger, newest first. Each entry contains the hash of the entry below it. The drawn edges show these
        hashes. If an edge does not fit, the link is broken.
      </PageTitle>
      <div className="mb-4">
        <ChoiceNav
          label="Log"
          choices={LOGS.map(({ name, title, holds }) => ({
            name: `${title}: ${holds}`,
            href: addressOf(name),
            chosen: name === log,
          }))}
        />
      </div>
      <FindForm action="/anchors" kept={log === "anchors" ? {} : { log }} className="mb-5 flex max-w-2xl items-end">
        <TextField
          label="Find an entry by id, hash or number"
          name="find"
          value={find}
          placeholder={entries[0]?.hash.slice(0, 8) ?? ""}
        />
      </FindForm>
      {log === "anchors" && (
        <div className="mb-8 max-w-4xl">
          <NarrowForm did="" from="" to="" />
        </div>
      )}
      {find !== "" && (
        <p role="status" className="mb-8 border-total border-y py-4 text-sm">
          {found.length === 0
            ? `No entry of this log has “${find.slice(0, 80)}” as its id, its number, or the first eight or more digits of its hash.`
            : `${found.length} entries begin with “${find}”. Enter more digits.`}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <aside
          aria-label="Verification"
          className="min-w-0 border-accent border-t-3 bg-raised p-5 has-data-wrong:border-sev-critical lg:order-2"
        >
          <ChainCheck key={log} log={log} size={size} />
          <Offline origin={publicUrl({ headers: await headers() })} log={log} />
        </aside>
        <div>
          <Section
            title="Chain"
            aside={<span className="text-ink-2 tabular-nums">{ledgerTexts.range(oldest, newest, size)}</span>}
          >
            {entries.length === 0 && (
              <div className="border-hair border-b py-12">
                <p className="font-medium font-serif text-title-3">{ledgerTexts.empty}</p>
                <p className="mt-2 text-ink-2 text-sm">
                  {ledgerTexts.emptyHow((label) => (
                    <code className="font-mono text-xs">{label}</code>
                  ))}
                </p>
              </div>
            )}
            {entries.length > 0 && <Chain entries={entries} />}
            <nav aria-label={ledgerTexts.pages} className="mt-5 flex flex-wrap items-center gap-x-6 text-sm">
              <span className="mr-auto font-mono text-ink-3 text-xs [overflow-wrap:anywhere]">{origin}</span>
              {newest < size && (
                <a href={addressOf(log, Math.min(newest + PAGE_ENTRIES, size))} className="py-2">
                  Newer
                </a>
              )}
              {oldest > 1 && (
                <>
                  <a href={addressOf(log, oldest - 1)} className="py-2">
                    {ledgerTexts.older}
                  </a>
                  <a href={addressOf(log, PAGE_ENTRIES)} className="py-2">
                    Genesis
                  </a>
                </>
              )}
            </nav>
          </Section>
        </div>
      </div>
      <HowToRead />
    </>
  );
}

/** Shows the public anchors of an agent, or of some days. They need not be neighbours, so no edges are drawn. */
async function NarrowedPage({ narrowed, cursor }: { narrowed: Narrowed; cursor: string }) {
  const { did, from, to } = narrowed;
  // The last day is included as a whole.
  const asked = { did, from, to: to && `${to}T23:59:59.999Z`, cursor };
  const query = readQuery(AnchorListQuery, { ...asked, limit: NARROWED_ENTRIES });
  const read = await readForPage((ctx) => findAnchors(ctx, query), "/anchors");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { anchors, next_cursor } = read.value;
  const days = [query.from && `from ${from}`, query.to && `to ${to}`].filter(Boolean).join(" ");
  return (
    <>
      <PageTitle title={ledgerTexts.title} jsonPath={addressWith(contract.listAnchors.path, asked)}>
        {ledgerTexts.narrowedLede(
          did && ledgerTexts.ofAgent(<code className="font-mono text-md [overflow-wrap:anywhere]">{did}</code>),
          days && `, ${days}`,
        )}
      </PageTitle>
      <div className="mb-8 max-w-4xl">
        <NarrowForm {...narrowed} />
      </div>
      {anchors.length === 0 ? (
        <EmptyList title={ledgerTexts.noneLike}>
          <a href="/anchors">{ledgerTexts.wholeChain}</a>
        </EmptyList>
      ) : (
        <>
          <AnchorList anchors={anchors} />
          <nav aria-label={ledgerTexts.pages} className="mt-5 flex flex-wrap gap-x-6 text-sm">
            <a href="/anchors" className="mr-auto py-2">
              {ledgerTexts.wholeChain}
            </a>
            {next_cursor && (
              <a href={addressWith("/anchors", { ...narrowed, cursor: next_cursor })} className="py-2">
                {ledgerTexts.older}
              </a>
            )}
          </nav>
        </>
      )}
    </>
  );
}

function Offline({ origin, log }: { origin: string; log: LogName }) {
  const suffix = log === "anchors" ? "" : ` ${log}`;
  return (
    <>
      <details className="mt-6 border-hair border-t pt-3 text-ink-2 text-sm" open>
        <summary className="font-semibold text-ink">What this does not show</summary>
        <p className="mt-1">
          It does not show that the entries are true, or that nothing was left out before it was written. If all edges
          fit, nothing was changed since then.
        </p>
      </details>
      <h3 className="mt-6 mb-2 text-md">Repeat it without this page</h3>
      <CodeTabs
        label="Commands that repeat the check"
        samples={{ Node: `curl -sO ${origin}/evidence/verify.mjs\nnode verify.mjs ${origin}${suffix}` }}
      />
    </>
  );
}

const CASES = [
  {
    title: "It fits",
    text: "The entry above names the hash of the entry below. The entry below has exactly that hash.",
    names: "8882a782",
    is: "8882a782",
  },
  {
    title: "An entry was changed",
    text: "If one letter changes, the hash and the edge change. The entry above still names the old hash.",
    names: "8882a782",
    is: "4aa00915",
  },
  {
    title: "An entry was removed",
    text: "The entries on each side do not match. To close the gap, every later entry would have to be rewritten.",
    names: "8882a782",
    is: "1d97aaaa",
  },
];

function HowToRead() {
  return (
    <Section title="How to read the edges">
      <ul className="grid gap-8 pt-5 md:grid-cols-3">
        {CASES.map(({ title, text, names, is }) => (
          <li key={title} className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-4">
            <div aria-hidden className="text-ink-2 text-xs">
              <p className="flex justify-between border-ink border-x border-t bg-slip-a px-2.5 py-1.5">
                {ledgerTexts.names(<span className="font-mono">{names}</span>)}
              </p>
              <HashJoint upper={names} lower={is} />
              <p className="flex justify-between border-ink border-x border-b bg-slip-b px-2.5 py-1.5">
                {ledgerTexts.is(<span className="font-mono">{is}</span>)}
              </p>
            </div>
            <p className="text-sm">
              <b className="block font-semibold">{title}</b>
              <span className="text-ink-2">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
