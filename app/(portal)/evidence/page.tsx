import type { Metadata } from "next";
import { headers } from "next/headers";
import { DocumentRegister, ExternalRegister } from "@/components/evidence/document-register";
import { FileCheck } from "@/components/evidence/file-check";
import { evidenceTexts } from "@/components/evidence/texts";
import { DatabaseUnavailable } from "@/components/layout/page";
import { CodeTabs } from "@/components/ui/code";
import { MatchMark } from "@/components/ui/marks";
import { Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/evidence/contract";
import { getManifest, verifyEvidence } from "@/lib/features/evidence/service/verify";
import { readForPage } from "@/lib/portal/read-for-page";

export const metadata: Metadata = {
  title: evidenceTexts.title,
  description: evidenceTexts.metaDescription,
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
      <h1 className="text-title-1">{evidenceTexts.title}</h1>
      <p className="mt-2 max-w-[64ch] text-ink-2 text-lg">{evidenceTexts.lede}</p>
      <p className="mt-6 mb-8 flex flex-wrap items-baseline gap-x-6 gap-y-1 border-total border-y py-3">
        <span className="font-serif text-title-3">
          <MatchMark match={mismatched === 0}>
            {mismatched === 0 ? evidenceTexts.allMatch(checked) : evidenceTexts.mismatched(mismatched, checked)}
          </MatchMark>
        </span>
        <span className="text-ink-2 text-sm">
          {evidenceTexts.asOf(<time dateTime={verified_at}>{evidenceTexts.utc(verified_at.slice(11, 19))}</time>)}
        </span>
        <a href={contract.verifyEvidence.path} className="text-sm md:ml-auto">
          {evidenceTexts.asJson}
        </a>
      </p>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[1fr_22rem] lg:items-start">
        <aside
          aria-labelledby="check"
          className="min-w-0 border-accent border-t-3 bg-raised p-5 lg:col-start-2 lg:row-start-1"
        >
          <h2 id="check" className="text-title-2">
            {evidenceTexts.check}
          </h2>
          <p className="mt-1 text-ink-2 text-sm">{evidenceTexts.checkHow}</p>
          <FileCheck documents={known} />
          <h3 className="mt-8 mb-2 text-md">{evidenceTexts.terminal}</h3>
          <CodeTabs
            label={evidenceTexts.commands}
            samples={{
              Linux: `${fetch}\nsha256sum -c SHA256SUMS`,
              macOS: `${fetch}\nshasum -a 256 -c SHA256SUMS`,
            }}
          />
          <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
            <a href="/evidence/SHA256SUMS">{evidenceTexts.sums}</a>
            <a href={contract.getManifest.path}>{evidenceTexts.manifest}</a>
          </p>
          <details className="mt-6 border-hair border-t pt-3 text-ink-2 text-sm" open>
            <summary className="font-semibold text-ink">{evidenceTexts.limits}</summary>
            <p className="mt-1">{evidenceTexts.limitsWhy}</p>
          </details>
        </aside>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <Section
            title={evidenceTexts.documents}
            aside={<span className="text-ink-2">{evidenceTexts.match(matched, checked)}</span>}
          >
            <p className="border-hair border-b py-3 text-ink-2 text-sm">{evidenceTexts.documentsHow}</p>
            <DocumentRegister documents={local} results={results} />
          </Section>
          <Section
            title={evidenceTexts.elsewhere}
            aside={<span className="text-ink-2">{evidenceTexts.named(external.length)}</span>}
          >
            <ExternalRegister documents={external} />
          </Section>
        </div>
      </div>
    </>
  );
}
