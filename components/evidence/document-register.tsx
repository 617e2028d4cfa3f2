import { HashGlyph } from "@/components/marks/hash-glyph";
import { HashPair, WholeHash } from "@/components/marks/hash-pair";
import { CopyButton } from "@/components/ui/copy-button";
import { MatchMark } from "@/components/ui/marks";
import type { EvidenceResult, ExternalDocument, LocalDocument } from "@/lib/features/evidence/schema";

/**
 * Lists the documents that this service serves, each with its hash. On a mismatch it shows the expected and the found
 * hash.
 */
export function DocumentRegister({ documents, results }: { documents: LocalDocument[]; results: EvidenceResult[] }) {
  return (
    <ul>
      {documents.map((document) => {
        const result = results.find(({ id }) => id === document.id);
        return result && <DocumentEntry key={document.id} document={document} result={result} />;
      })}
    </ul>
  );
}

function verdictOf({ match, actual }: EvidenceResult): string {
  if (match) return "Matches";
  return actual === "" ? "Missing" : "Does not match";
}

function DocumentEntry({ document, result }: { document: LocalDocument; result: EvidenceResult }) {
  const { id, title, file, media_type, size_bytes } = document;
  const copy = <CopyButton text={result.expected} what={`the expected hash of ${file}`} />;
  return (
    <li
      id={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 border-hair border-b py-5 sm:grid-cols-[minmax(0,1fr)_19rem]"
    >
      <div className="min-w-0">
        <h3 className="text-md">
          <a href={`/evidence/${file}`}>{title}</a>
        </h3>
        <p className="mt-1 text-ink-2 text-xs [overflow-wrap:anywhere]">
          <span className="font-mono text-ink">{file}</span>, {media_type}, {size_bytes.toLocaleString("en")} bytes
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1 text-sm">
          <MatchMark match={result.match}>{verdictOf(result)}</MatchMark>
          <a href={`/api/evidence/verify?id=${id}`} aria-label={`${title} as JSON`}>
            Same as JSON
          </a>
        </p>
      </div>
      {result.match ? (
        <figure className="flex items-start justify-between gap-x-1 sm:gap-x-3">
          <figcaption className="sr-only">SHA-256</figcaption>
          <span className="pt-1 max-[24rem]:hidden">
            <HashGlyph hash={result.expected} />
          </span>
          <WholeHash hash={result.expected} />
          {copy}
        </figure>
      ) : (
        <HashPair
          upper={{ label: "In the manifest", hash: result.expected }}
          lower={{ label: "Found on the server", hash: result.actual }}
          absent="No such file"
          action={copy}
        />
      )}
    </li>
  );
}

export function ExternalRegister({ documents }: { documents: ExternalDocument[] }) {
  return (
    <ul>
      {documents.map(({ id, title, url }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-hair border-b py-3 text-sm">
          <span className="min-w-0 flex-1 basis-64">
            <a href={url}>{title}</a>
            <br />
            <span className="font-mono text-ink-2 text-xs [overflow-wrap:anywhere]">{url}</span>
          </span>
          <span className="border border-rule border-dashed px-1.5 text-ink-2 text-xs leading-5">not checked</span>
        </li>
      ))}
    </ul>
  );
}
