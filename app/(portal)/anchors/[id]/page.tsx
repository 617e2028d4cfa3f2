import type { Metadata } from "next";
import { cache } from "react";
import { HashPair } from "@/components/drawings/hash-pair";
import { Breadcrumb, NoSuch, PageTitle, RegisterSilent } from "@/components/layout/page";
import { When } from "@/components/ui/ago";
import { CodeBlock } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import * as contract from "@/lib/anchors/contract";
import { type EntryInPlace, readEntry } from "@/lib/anchors/service/browse";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/api/read-for-page";
import { pathOf } from "@/lib/http/client";
import { decodedSegment } from "@/lib/http/page-address";

type Props = PageProps<"/anchors/[id]">;

/** One read serves the page and its title. */
const readPage = cache((id: string) => readForPage((ctx) => foundOrNull(readEntry(ctx, { id })), "/anchors/{id}"));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage(decodedSegment((await params).id));
  const found = read.ok ? read.value : null;
  if (found === null) return { title: "Entry not found" };
  const number = found.proof.entry.seq.toLocaleString("en");
  return {
    title: `Entry ${number} · ${found.log === "anchors" ? "Anchors" : "Council’s log"}`,
    description: `Entry ${number} of the ledger, with the proof that it is in it.`,
  };
}

export default async function EntryPage({ params }: Props) {
  const id = decodedSegment((await params).id);
  const read = await readPage(id);
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  if (read.value === null) return <NoSuchEntry />;
  const { log, proof, before, after } = read.value;
  const { entry, receipt } = proof;
  const twin = pathOf(contract.proveAnchor, { params: { id: entry.id } });
  return (
    <>
      <Breadcrumb
        above={[
          log === "anchors"
            ? { name: "Anchors", href: "/anchors" }
            : { name: "Council’s log", href: `/anchors?log=${log}` },
        ]}
        here={entry.seq.toLocaleString("en")}
      />
      <PageTitle title={`Entry ${entry.seq.toLocaleString("en")}`} twin={twin}>
        Written <When instant={entry.created_at} />. This page shows its public fields. Only callers that its scope
        allows can read its payload.
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
          <Section title="That it is in the log" aside={<a href={twin}>Receipt as JSON</a>}>
            <dl className="text-sm">
              <Field name="leaf_index" value={receipt.leaf_index.toLocaleString("en")} />
              <Field name="tree_size" value={receipt.tree_size.toLocaleString("en")} />
              <Field name="root_hash" value={receipt.root_hash} copied />
              <Field name="inclusion_path" value={`${receipt.inclusion_path.length} hashes, from the leaf upwards`} />
            </dl>
            <p className="mt-4 mb-2 max-w-[64ch] text-ink-2 text-sm">
              The service has re-verified this proof before it answered. Whoever keeps the signed checkpoint can hold
              the service to it later:
            </p>
            <div className="border-accent border-l-2">
              <CodeBlock code={receipt.checkpoint} />
            </div>
          </Section>
        </div>
        <aside aria-label="Edges">
          <Section title="Its edges">
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
                  label: before ? `Entry ${before.seq.toLocaleString("en")}’s hash` : "Genesis: nothing was before",
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

function Neighbours({ before, after }: Pick<EntryInPlace, "before" | "after">) {
  return (
    <nav aria-label="Neighbours" className="flex flex-wrap gap-x-6 text-sm">
      {before && (
        <a href={`/anchors/${before.id}`} className="py-2">
          Previous, {before.seq.toLocaleString("en")}
        </a>
      )}
      {after && (
        <a href={`/anchors/${after.id}`} className="py-2">
          Next, {after.seq.toLocaleString("en")}
        </a>
      )}
    </nav>
  );
}

function Field({ name, value, copied = false }: { name: string; value: string; copied?: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hair border-b py-2.5">
      <dt className="w-44 text-ink-2">{name}</dt>
      <dd className="min-w-0 flex-1 basis-64 font-mono text-xs [overflow-wrap:anywhere]">{value}</dd>
      {copied && <CopyButton text={value} what={name} />}
    </div>
  );
}

function NoSuchEntry() {
  setPageStatus(404);
  return (
    <NoSuch thing="entry">
      No log has an entry of this id. <a href="/anchors">Find it by its hash or number</a>.
    </NoSuch>
  );
}
