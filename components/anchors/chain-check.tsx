"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { HashPair } from "@/components/marks/hash-pair";
import { BUTTON } from "@/components/ui/button";
import type { CheckReport, CheckRequest, Visit } from "./check";

type Done = Extract<CheckReport, { state: "done" }>;

const storageKey = (log: string) => `checked-${log}`;

/** Returns the state that this browser verified at the last visit. Null if none is stored, or it is unreadable. */
function lastVisit(log: string): Visit | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey(log)) ?? "null");
  } catch {
    return null;
  }
}

function remember(log: string, { origin, size, recomputed }: Done): void {
  try {
    localStorage.setItem(storageKey(log), JSON.stringify({ origin, size, root: recomputed } satisfies Visit));
  } catch {
    // Without storage, the next visit has nothing to compare with.
  }
}

const isRight = ({ published, recomputed, signature, consistent }: Done) =>
  published === recomputed && signature !== "invalid" && consistent !== false;

export function ChainCheck({ log, size }: { log: string; size: number }) {
  const [report, setReport] = useState<CheckReport | null>(null);
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);

  const start = () => {
    worker.current?.terminate();
    const checking = new Worker(new URL("./check-worker.ts", import.meta.url), { type: "module" });
    worker.current = checking;
    setReport({ state: "running", done: 0, size });
    checking.onmessage = ({ data }: MessageEvent<CheckReport>) => {
      setReport(data);
      if (data.state === "done" && isRight(data)) remember(log, data);
      if (data.state !== "running") checking.terminate();
    };
    checking.onerror = () =>
      setReport({ state: "failed", reason: "There is no connection, or this browser cannot run the check." });
    checking.postMessage({ log, last: lastVisit(log) } satisfies CheckRequest);
  };

  return (
    <div aria-live="polite">
      {report === null && (
        <>
          <Face title="Check it yourself" button="Verify in this browser" onStart={start}>
            {`Your browser reads all ${size.toLocaleString("en")} entries. It recomputes each hash and the tree, and compares the root with the signed checkpoint.`}
          </Face>
          <noscript>
            <p className="text-sm">This needs JavaScript. The commands below do the same.</p>
          </noscript>
        </>
      )}
      {report?.state === "running" && (
        <>
          <h2 className="text-title-2">Recomputing</h2>
          <p className="mt-1 text-sm tabular-nums">{`${report.done.toLocaleString("en")} of ${report.size.toLocaleString("en")} entries`}</p>
          <progress
            aria-label="Entries recomputed"
            value={report.done}
            max={Math.max(report.size, 1)}
            className="mt-3 block h-2 w-full accent-accent"
          />
        </>
      )}
      {report?.state === "failed" && (
        <Face title="Not checked" button="Try again" onStart={start}>
          {`${report.reason} This does not mean that the log is wrong.`}
        </Face>
      )}
      {report?.state === "fault" && (
        <Face
          wrong
          title={
            report.fault.seq === null
              ? "The log does not match"
              : `Entry ${report.fault.seq.toLocaleString("en")} does not match`
          }
          button="Check again"
          onStart={start}
        >
          {report.fault.id !== null && (
            <a href={`/anchors/${report.fault.id}`} className="font-mono text-xs">
              {report.fault.id}
            </a>
          )}
          <span className="block first-letter:uppercase">{report.fault.reason}.</span>
        </Face>
      )}
      {report?.state === "done" && <Outcome done={report} onStart={start} />}
    </div>
  );
}

interface FaceProps {
  title: string;
  /** Whether something does not match. */
  wrong?: boolean;
  button: string;
  onStart: () => void;
  children: ReactNode;
}

function Face({ title, wrong = false, button, onStart, children }: FaceProps) {
  return (
    <>
      {wrong ? <Wrong>{title}</Wrong> : <h2 className="text-title-2">{title}</h2>}
      <p className="mt-1 mb-4 text-ink-2 text-sm">{children}</p>
      <button type="button" onClick={onStart} className={`${BUTTON.solid} noscript:hidden`}>
        {button}
      </button>
    </>
  );
}

/** Shows the heading of a failed check. Styles of the surrounding page use `data-wrong`. */
function Wrong({ children }: { children: ReactNode }) {
  return (
    <h2 data-wrong className="text-sev-critical text-title-1">
      {children}
    </h2>
  );
}

const SIGNATURES = { valid: "valid", invalid: "not valid", unchecked: "not checked by this browser" } as const;

function Outcome({ done, onStart }: { done: Done; onStart: () => void }) {
  const right = isRight(done);
  const count = done.size.toLocaleString("en");
  const links = Math.max(done.size - 1, 0).toLocaleString("en");
  return (
    <>
      {right ? <h2 className="text-accent text-title-1">Verified</h2> : <Wrong>The log does not match</Wrong>}
      <p className="mt-1 mb-4 text-sm">
        {right
          ? `All ${count} entries were recomputed in this browser. All hashes match.`
          : "Each entry matches the entry before it. But the whole log does not match what the service signed or showed before."}
      </p>
      <HashPair
        upper={{ label: "Root, published by the service", hash: done.published }}
        lower={{ label: "Recomputed here", hash: done.recomputed }}
      />
      <dl className="mt-4 text-sm">
        <Line name="Hash of each entry" value={`${count} of ${count}`} held />
        <Line name="Link to the entry before" value={`${links} of ${links}`} held />
        <Line
          name="Root against the checkpoint"
          value={done.published === done.recomputed ? "equal" : "not equal"}
          held={done.published === done.recomputed}
        />
        <Line
          name="Signature on the checkpoint"
          value={SIGNATURES[done.signature]}
          held={done.signature === "unchecked" ? null : done.signature === "valid"}
        />
        <Line
          name="Consistent with your last visit"
          value={
            done.consistent === null
              ? "first visit"
              : done.consistent
                ? `${(done.lastSize ?? 0).toLocaleString("en")} entries then`
                : "not the log you saw"
          }
          held={done.consistent}
        />
      </dl>
      <p className="mt-4 flex flex-wrap items-center justify-between gap-3 text-ink-2 text-xs">
        {`Took ${(done.milliseconds / 1_000).toFixed(1)} s`}{" "}
        <button type="button" onClick={onStart} className={BUTTON.quiet}>
          Check again
        </button>
      </p>
    </>
  );
}

/** Shows one result. @param held null if it could not be checked, or need not be */
function Line({ name, value, held }: { name: string; value: string; held: boolean | null }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-hair border-b py-2">
      <dt className="flex items-center gap-2">
        <svg
          aria-hidden
          width="12"
          height="12"
          viewBox="0 0 12 12"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          className={held ? "text-accent" : held === null ? "text-ink" : "text-sev-critical"}
        >
          <path d={held === null ? "M3 6h6" : held ? "M2.5 6.5l2.5 2.5l4.5-6" : "M3 3l6 6M9 3l-6 6"} />
        </svg>
        {name}
      </dt>
      <dd className="text-ink-2">{value}</dd>
    </div>
  );
}
