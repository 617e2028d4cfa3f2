import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { Breadcrumb, DatabaseUnavailable, NotFoundMessage, PageTitle } from "@/components/layout/page";
import { HashPair } from "@/components/marks/hash-pair";
import { actHref } from "@/components/marks/subject-href";
import { CodeBlock, CodeTabs } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/anchors/contract";
import { type EntryWithProof, readEntry } from "@/lib/features/anchors/service/browse";
import { checkCommands, ledgerPageTexts } from "@/lib/features/anchors/texts";
import { pathOf } from "@/lib/http/client";
import { decodedSegment } from "@/lib/http/page-address";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";

type Props = PageProps<"/anchors/[id]">;

const readPage = cache((id: string) => readForPage((ctx) => foundOrNull(readEntry(ctx, { id })), "/anchors/{id}"));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage(decodedSegment((await params).id));
  const found = read.ok ? read.value : null;
  if (found === null) return { title: "Entry not found" };
  const number = found.entry.seq.toLocaleString("en");
  return {
    title: `Entry ${number} · ${found.log === "anchors" ? ledgerPageTexts.anchors : "Council’s log"}`,
    description: `Entry ${number} of the ledger, with its inclusion proof.`,
  };
}

export default async function EntryPage({ params }: Props) {
  const id = decodedSegment((await params).id);
  const read = await readPage(id);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) return <NoSuchEntry />;
  const { log, entry, receipt, unsigned, before, after } = read.value;
  const origin = publicUrl({ headers: await headers() });
  const jsonPath = pathOf(contract.proveAnchor, { params: { id: entry.id } });
  return (
    <>
      <Breadcrumb
        above={[
          log === "anchors"
            ? { name: ledgerPageTexts.anchors, href: "/anchors" }
            : { name: "Council’s log", href: `/anchors?log=${log}` },
        ]}
        here={entry.seq.toLocaleString("en")}
      />
      <PageTitle title={`Entry ${entry.seq.toLocaleString("en")}`} jsonPath={jsonPath}>
        Written <RelativeTime instant={entry.created_at} />.{" "}
        {log === "council" ? (
          <a href={actHref(entry.seq)}>{`It is act ${entry.seq.toLocaleString("en")} of the council`}</a>
        ) : (
          "This page shows only the public fields. The payload is visible to callers that its scope allows."
        )}
      </PageTitle>
      <Neighbours before={before} after={after} />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <Section title="The record">
            <dl className="text-sm">
              <Field name="id" value={entry.id} copied />
              <Field name="hash" value={entry.hash} copied />
              <Field name="prev_hash" value={entry.prev_hash} copied />
              <Field name="payload_commitment" value={entry.payload_commitment} copied />
              <Field name="scope" value={entry.scope} />
              <Field name="validation_status" value={entry.validation_status} />
              <Field name="log" value={entry.log} />
            </dl>
          </Section>
          <Section
            title={ledgerPageTexts.inclusionProof}
            aside={receipt !== null && <a href={jsonPath}>Receipt as JSON</a>}
          >
            {receipt === null ? (
              <p className="mt-4 max-w-[64ch]">{unsigned.message}</p>
            ) : (
              <>
                <dl className="text-sm">
                  <Field name="leaf_index" value={receipt.leaf_index.toLocaleString("en")} />
                  <Field name="tree_size" value={receipt.tree_size.toLocaleString("en")} />
                  <Field name="root_hash" value={receipt.root_hash} copied />
                  <Field
                    name="inclusion_path"
                    value={`${receipt.inclusion_path.length} hashes, from the leaf upwards`}
                  />
                </dl>
                <p className="mt-4 mb-2 max-w-[64ch] text-ink-2 text-sm">
                  The service verified this proof again before it responded. Keep the signed checkpoint to check the
                  service later:
                </p>
                <div className="border-accent border-l-2">
                  <CodeBlock code={receipt.checkpoint} />
                </div>
                <h3 className="mt-6 mb-2 text-md">Check it without this service</h3>
                <CodeTabs label="Commands that check this entry" samples={{ Node: checkCommands(origin, jsonPath) }} />
              </>
            )}
          </Section>
        </div>
        <aside aria-label="Edges">
          <Section title="Edges">
            <div className="grid gap-8 pt-4">
              {after && (
                <HashPair
                  upper={{ label: `Entry ${after.seq.toLocaleString("en")} names`, hash: after.prev_hash }}
                  lower={{ label: "This entry’s hash", hash: entry.hash }}
                />
              )}
              <HashPair
                upper={{ label: "This entry names", hash: entry.prev_hash }}
                lower={{
                  label: before
                    ? `Entry ${before.seq.toLocaleString("en")}’s hash`
                    : "Genesis: this is the first entry",
                  hash: before?.hash ?? entry.prev_hash,
                }}
              />
            </div>
          </Section>
        </aside>
      </div>
    </>
  );
}

function Neighbours({ before, after }: Pick<EntryWithProof, "before" | "after">) {
  return (
    <nav aria-label="Neighbours" className="flex flex-wrap gap-x-6 text-sm">
      {before && (
        <a href={`/anchors/${before.id}`} className="py-2">
          {`Previous, ${before.seq.toLocaleString("en")}`}
        </a>
      )}
      {after && (
        <a href={`/anchors/${after.id}`} className="py-2">
          {`Next, ${after.seq.toLocaleString("en")}`}
        </a>
      )}
    </nav>
  );
}

function Field({ name, value, copied = false }: { name: string; value: string; copied?: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hair border-b py-2.5">
      <dt className="w-44 text-ink-2">{name}</dt>
      <dd className="flex min-w-0 flex-1 basis-64 flex-wrap items-center justify-between gap-x-4 font-mono text-xs [overflow-wrap:anywhere]">
        <span className="min-w-0 flex-1">{value}</span>
        {copied && <CopyButton text={value} what={name} />}
      </dd>
    </div>
  );
}

function NoSuchEntry() {
  setPageStatus(404);
  return (
    <NotFoundMessage title="Entry not found">
      No log has an entry with this id. <a href="/anchors">Find it by its hash or number</a>.
    </NotFoundMessage>
  );
}
