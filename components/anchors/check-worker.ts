import { readCheckpoint } from "@/lib/ledger/checkpoint";
import type { Entry } from "@/lib/ledger/entry";
import { browserSha256 } from "@/lib/ledger/sha256-browser";
import { LogVerifier } from "@/lib/ledger/verify";
import type { CheckReport, CheckRequest } from "./check";
import { read, signatureOn } from "./signature";

// Runs in a worker of the page /anchors. It reads a whole log over the public API and recomputes it.

const PAGE_ENTRIES = 1_000;

async function check({ log, last }: CheckRequest, report: (report: CheckReport) => void): Promise<void> {
  const started = performance.now();
  const note = await (await read(`/checkpoint?log=${log}`)).text();
  const checkpoint = readCheckpoint(note);
  if (!checkpoint) throw new Error("The checkpoint is malformed.");
  const signature = await signatureOn(note, checkpoint);
  const verifier = new LogVerifier(browserSha256, checkpoint.origin);
  const known = last?.origin === checkpoint.origin ? last : null;
  // The log is consistent once it had the same root at the size of the last visit.
  let consistent = known?.size === 0;
  while (verifier.size < checkpoint.size) {
    const from = verifier.size + 1;
    const page = await read(`/api/memory/log?log=${log}&from=${from}&limit=${PAGE_ENTRIES}`);
    const { entries } = (await page.json()) as { entries: Entry[] };
    if (entries.length === 0) {
      const reason = `the log ends after ${verifier.size} entries, but its checkpoint states ${checkpoint.size}`;
      return report({ state: "fault", fault: { seq: null, id: null, reason } });
    }
    for (const entry of entries.slice(0, checkpoint.size - verifier.size)) {
      const fault = verifier.add(entry);
      if (fault) return report({ state: "fault", fault });
      if (verifier.size === known?.size) consistent = verifier.root() === known?.root;
    }
    report({ state: "running", done: verifier.size, size: checkpoint.size });
  }
  report({
    state: "done",
    origin: checkpoint.origin,
    size: checkpoint.size,
    published: Array.from(checkpoint.root, (byte) => byte.toString(16).padStart(2, "0")).join(""),
    recomputed: verifier.root(),
    signature,
    consistent: known === null ? null : consistent,
    lastSize: known?.size ?? null,
    milliseconds: performance.now() - started,
  });
}

self.onmessage = ({ data }: MessageEvent<CheckRequest>) => {
  const report = (message: CheckReport) => self.postMessage(message);
  check(data, report).catch((error: unknown) => {
    report({ state: "failed", reason: error instanceof Error ? error.message : String(error) });
  });
};
