import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { AnchorList } from "@/components/anchors/anchor-list";
import { ChainCheck } from "@/components/anchors/chain-check";
import { HowToRead } from "@/components/anchors/how-to-read";
import { LogChoice, LogSlice, PAGE_ENTRIES } from "@/components/anchors/log-slice";
import { type Narrowed, NarrowForm } from "@/components/anchors/narrow-form";
import { OfflineCheck } from "@/components/anchors/offline-check";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { TextField } from "@/components/ui/field";
import { EmptyList, FindForm } from "@/components/ui/list";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/anchors/contract";
import { AnchorListQuery } from "@/lib/features/anchors/schema";
import { browseLog, findEntries } from "@/lib/features/anchors/service/browse";
import { findAnchors } from "@/lib/features/anchors/service/read";
import { ledgerPageTexts } from "@/lib/features/anchors/texts";
import { cut } from "@/lib/foundation/text/cut";
import { pathOf } from "@/lib/http/client";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { wholeNumberOf } from "@/lib/http/whole-number";
import { readForPage } from "@/lib/portal/read-for-page";

export const metadata: Metadata = {
  title: ledgerPageTexts.anchors,
  description: "The public ledger. Each entry contains the hash of the entry before it, and anyone can recompute it.",
};

const NARROWED_ENTRIES = 50;

export default async function AnchorsPage({ searchParams }: PageProps<"/anchors">) {
  const given = firstValues(await searchParams);
  const { did = "", from = "", to = "", cursor = "start" } = given;
  if (did || from || to) return <NarrowedPage narrowed={{ did: did.trim(), from, to }} cursor={cursor} />;
  const log = given["log"] === "council" ? "council" : "anchors";
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
  const { entries } = slice;
  const jsonPath =
    log === "anchors" && at === undefined
      ? pathOf(contract.listAnchors, { query: { limit: PAGE_ENTRIES } })
      : pathOf(contract.readLog, { query: { log, from: entries.at(-1)?.seq ?? 1, limit: PAGE_ENTRIES } });
  return (
    <>
      <PageTitle title={ledgerPageTexts.anchors} jsonPath={jsonPath}>
        The public ledger, newest first. Each entry contains the hash of the entry below it. The drawn edges show these
        hashes. If an edge does not fit, the link is broken.
      </PageTitle>
      <div className="mb-4">
        <LogChoice chosen={log} />
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
            ? `No entry of this log has “${cut(find, 80)}” as its id, its number, or the first eight or more digits of its hash.`
            : `${found.length} entries begin with “${find}”. Enter more digits.`}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <aside
          aria-label="Verification"
          className="min-w-0 border-accent border-t-3 bg-raised p-5 has-data-wrong:border-sev-critical lg:order-2"
        >
          <ChainCheck key={log} log={log} size={slice.size} />
          <OfflineCheck origin={publicUrl({ headers: await headers() })} log={log} />
        </aside>
        <div>
          <LogSlice log={log} {...slice} />
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
      <PageTitle title={ledgerPageTexts.anchors} jsonPath={addressWith(contract.listAnchors.path, asked)}>
        Public anchors
        {did && (
          <>
            {" of "}
            <code className="font-mono text-md [overflow-wrap:anywhere]">{did}</code>
          </>
        )}
        {days && `, ${days}`}. Only public anchors are listed by agent.
      </PageTitle>
      <div className="mb-8 max-w-4xl">
        <NarrowForm {...narrowed} />
      </div>
      {anchors.length === 0 ? (
        <EmptyList title={ledgerPageTexts.none}>
          <a href="/anchors">Show the whole chain</a>
        </EmptyList>
      ) : (
        <>
          <AnchorList anchors={anchors} />
          <nav aria-label="Pages" className="mt-5 flex flex-wrap gap-x-6 text-sm">
            <a href="/anchors" className="mr-auto py-2">
              Show the whole chain
            </a>
            {next_cursor && (
              <a href={addressWith("/anchors", { ...narrowed, cursor: next_cursor })} className="py-2">
                Older
              </a>
            )}
          </nav>
        </>
      )}
    </>
  );
}
