import type { ReactNode } from "react";
import { Cut } from "@/components/drawings/cut";
import { HashPair } from "@/components/drawings/hash-pair";

/** What a file is compared with. */
export interface KnownDocument {
  id: string;
  title: string;
  file: string;
  sha256: string;
}

/** A file's hash, or why there is none. */
export type Checked = { name: string; key: string } & ({ hash: string } | { problem: string });

const baseName = (file: string) => file.slice(file.lastIndexOf("/") + 1);

/** What comparing a visitor's file came to: the document it is, the one it claims to be, or none. */
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
      <Outcome name={name} verdict="Not the same" why={`It has the name of “${namesake.title}”, and other bytes.`}>
        <HashPair
          upper={{ label: `${namesake.file} in the manifest`, hash: namesake.sha256 }}
          lower={{ label: "Your file", hash }}
        />
      </Outcome>
    );
  }
  return (
    <Outcome name={name} verdict="Not in the manifest" why="No document here has its hash.">
      <p className="flex gap-3">
        <Cut hash={hash} />
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
