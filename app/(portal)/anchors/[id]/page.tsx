import type { Metadata } from "next";
import Link from "next/link";
import { HashPair } from "@/components/drawings/hash-pair";
import { PageTitle } from "@/components/layout/page-title";
import { RegisterSilent } from "@/components/layout/register-silent";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import * as contract from "@/lib/anchors/contract";
import { type EntryInPlace, readEntry } from "@/lib/anchors/service/browse";
import { readForPage, setPageStatus } from "@/lib/api/read-for-page";
import { isServiceError } from "@/lib/errors";
import { pathOf } from "@/lib/http/client";
import { decodedSegment } from "@/lib/http/page-address";

export const metadata: Metadata = {
  title: "Entry",
  description: "One entry of the ledger, with the proof that it is in it.",
};

const CHECKPOINT = "overflow-x-auto border-accent border-l-2 bg-sunk p-4 font-mono text-xs leading-6";

type Props = { params: Promise<{ id: string }> };

export default async function EntryPage({ params }: Props) {
  const id = decodedSegment((await params).id);
  const read = await readForPage(async (ctx) => {
    try {
      return await readEntry(ctx, { id });
    } catch (error) {
      if (isServiceError(error) && error.kind === "notFound") return null;
      throw error;
    }
  }, "/anchors/{id}");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  if (read.value === null) return <NoSuchEntry />;
  const { log, proof, before, after } = read.value;
  const { entry, receipt } = proof;
  const twin = pathOf(contract.proveAnchor, { params: { id: entry.id } });
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-6 text-sm">
        <Link href={log === "anchors" ? "/anchors" : `/anchors?log=${log}`} prefetch={false}>
          {log === "anchors" ? "Anchors" : "Council’s log"}
        </Link>
        <span aria-hidden className="mx-2 text-ink-3">
          /
        </span>
        {entry.seq.toLocaleString("en")}
      </nav>
      <PageTitle title={`Entry ${entry.seq.toLocaleString("en")}`} twin={twin}>
        Written <time dateTime={entry.created_at}>{entry.created_at.replace("T", " ").replace("Z", " UTC")}</time>. What
        everyone may know of it stands here; its payload is for those whom its scope admits.
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
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
            <pre tabIndex={0} className={CHECKPOINT}>
              <code>{receipt.checkpoint}</code>
            </pre>
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
        <Link href={`/anchors/${before.id}`} prefetch={false} className="py-2">
          Previous, {before.seq.toLocaleString("en")}
        </Link>
      )}
      {after && (
        <Link href={`/anchors/${after.id}`} prefetch={false} className="py-2">
          Next, {after.seq.toLocaleString("en")}
        </Link>
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
    <div className="max-w-[52ch] py-6">
      <h1 className="text-title-1">No such entry</h1>
      <p className="mt-3 text-ink-2 text-lg">
        No log has an entry of this id.{" "}
        <Link href="/anchors" prefetch={false}>
          Find it by its hash or number
        </Link>
        .
      </p>
    </div>
  );
}
