import type { ReactNode } from "react";
import { HashGlyph } from "@/components/marks/hash-glyph";
import { HashPair } from "@/components/marks/hash-pair";

export interface KnownDocument {
  id: string;
  title: string;
  file: string;
  sha256: string;
}

export type Checked = { name: string; key: string } & ({ hash: string } | { problem: string });

const baseName = (file: string) => file.slice(file.lastIndexOf("/") + 1);

/** Says whether a visitor's file is a document, has a document's name with other contents, or is unknown. */
export function CheckedFile({ checked, documents }: { checked: Checked; documents: KnownDocument[] }) {
  if ("problem" in checked) return <Outcome name={checked.name} verdict="Not checked" why={checked.problem} />;
  const { name, hash } = checked;
  const same = documents.find(({ sha256 }) => sha256 === hash);
  const namesake = documents.find(({ file }) => baseName(file) === name);
  if (same) {
    return (
      <Outcome name={name} verdict="Genuine" why={`It is “${same.title}”, byte for byte.`} good>
        <HashPair
          upper={{ label: `${same.file} in the manifest`, hash: same.sha256 }}
          lower={{ label: "Your file", hash }}
        />
      </Outcome>
    );
  }
  if (namesake) {
    return (
      <Outcome name={name} verdict="Not the same" why={`It has the name of “${namesake.title}”, but other bytes.`}>
        <HashPair
          upper={{ label: `${namesake.file} in the manifest`, hash: namesake.sha256 }}
          lower={{ label: "Your file", hash }}
        />
      </Outcome>
    );
  }
  return (
    <Outcome name={name} verdict="Not in the manifest" why="No document here has this hash.">
      <p className="flex gap-3">
        <HashGlyph hash={hash} />
        <code className="min-w-0 break-all font-mono text-xs">{hash}</code>
      </p>
    </Outcome>
  );
}

interface OutcomeProps {
  name: string;
  verdict: string;
  why: string;
  good?: boolean;
  children?: ReactNode;
}

function Outcome({ name, verdict, why, good = false, children }: OutcomeProps) {
  return (
    <div className="mt-5 border-hair border-t pt-4 text-sm">
      <h3 className={`text-title-3 ${good ? "text-accent" : ""}`}>{verdict}</h3>
      <p className="mt-1 mb-3 text-ink-2">
        <bdi className="font-mono text-ink text-xs [overflow-wrap:anywhere]">{name}</bdi>
        <br />
        {why}
      </p>
      {children}
    </div>
  );
}
