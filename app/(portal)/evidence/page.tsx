import type { Metadata } from "next";
import { headers } from "next/headers";
import { DocumentRegister, ExternalRegister } from "@/components/evidence/document-register";
import { FileCheck } from "@/components/evidence/file-check";
import { DatabaseUnavailable } from "@/components/layout/page";
import { CodeTabs } from "@/components/ui/code";
import { MatchMark } from "@/components/ui/marks";
import { Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/evidence/contract";
import { getManifest, verifyEvidence } from "@/lib/features/evidence/service/verify";
import { evidencePageTexts } from "@/lib/features/evidence/texts";
import { readForPage } from "@/lib/portal/read-for-page";

export const metadata: Metadata = {
  title: evidencePageTexts.title,
  description: "The federation’s documents, and whether each matches its hash in the manifest.",
};

const fetchAll = (origin: string) => `from=${origin}/evidence
curl -sO $from/SHA256SUMS
cut -c67- SHA256SUMS | xargs -I{} \\
  curl -s --create-dirs -o {} $from/{}`;

export default async function EvidencePage() {
  const read = await readForPage((ctx) => verifyEvidence(ctx, {}), "/evidence");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { checked, matched, mismatched, results, verified_at } = read.value;
  const { documents } = getManifest().predicate;
  const local = documents.filter((document) => document.location === "local");
  const external = documents.filter((document) => document.location === "external");
  const known = results.map(({ id, file, expected }) => {
    return { id, file, sha256: expected, title: local.find((each) => each.id === id)?.title ?? file };
  });
  const fetch = fetchAll(publicUrl({ headers: await headers() }));
  return (
    <>
      <h1 className="text-title-1">{evidencePageTexts.title}</h1>
      <p className="mt-2 max-w-[64ch] text-ink-2 text-lg">
        The federation’s written documents. The hash of each document was fixed when this build was made. If a document
        changed since then, its hash no longer matches.
      </p>
      <p className="mt-6 mb-8 flex flex-wrap items-baseline gap-x-6 gap-y-1 border-total border-y py-3">
        <span className="font-serif text-title-3">
          <MatchMark match={mismatched === 0}>
            {mismatched === 0
              ? `All ${checked} documents match`
              : `${mismatched} of ${checked} documents ${mismatched === 1 ? "does" : "do"} not match`}
          </MatchMark>
        </span>
        <span className="text-ink-2 text-sm">
          as of <time dateTime={verified_at}>{`${verified_at.slice(11, 19)} UTC`}</time>
        </span>
        <a href={contract.verifyEvidence.path} className="text-sm md:ml-auto">
          Same as JSON
        </a>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <aside
          aria-labelledby="check"
          className="min-w-0 border-accent border-t-3 bg-raised p-5 lg:col-start-2 lg:row-start-1"
        >
          <h2 id="check" className="text-title-2">
            Check your copy
          </h2>
          <p className="mt-1 text-ink-2 text-sm">
            Your browser hashes the file and compares it with the manifest. Nothing is uploaded.
          </p>
          <FileCheck documents={known} />
          <h3 className="mt-8 mb-2 text-md">Or in a terminal</h3>
          <CodeTabs
            label="Commands that check all documents"
            samples={{
              Linux: `${fetch}\nsha256sum -c SHA256SUMS`,
              macOS: `${fetch}\nshasum -a 256 -c SHA256SUMS`,
            }}
          />
          <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
            <a href="/evidence/SHA256SUMS">SHA256SUMS</a>
            <a href={contract.getManifest.path}>The manifest</a>
          </p>
          <details className="mt-6 border-hair border-t pt-3 text-ink-2 text-sm" open>
            <summary className="font-semibold text-ink">What this does not show</summary>
            <p className="mt-1">
              It does not show that a document is true, or that manifest and document were not changed together. To
              detect that, compare with an older copy of the manifest.
            </p>
          </details>
        </aside>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <Section title="Documents" aside={<span className="text-ink-2">{`${matched} of ${checked} match`}</span>}>
            <p className="border-hair border-b py-3 text-ink-2 text-sm">
              Beside each document is its SHA-256 from the manifest.
            </p>
            <DocumentRegister documents={local} results={results} />
          </Section>
          <Section title="Kept elsewhere" aside={<span className="text-ink-2">{`${external.length} listed`}</span>}>
            <ExternalRegister documents={external} />
          </Section>
        </div>
      </div>
    </>
  );
}
