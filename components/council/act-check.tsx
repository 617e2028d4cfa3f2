import { HashPair, WholeHash } from "@/components/marks/hash-pair";
import { BUTTON } from "@/components/ui/button";
import type { ProvenAct } from "@/lib/features/anchors/acts/schema";

/**
 * Recomputes an act in the browser, from what its page shows. `components/behaviours/check-act.ts` shows the parts whose
 * `data-state` contains the result, and fills each `data-word`.
 */
export function ActCheck({ proven }: { proven: ProvenAct }) {
  const { entry, receipt } = proven;
  const commitment = entry.payload_commitment;
  return (
    <div aria-live="polite" data-script-box data-act={JSON.stringify(proven)}>
      <div data-state="before failed">
        <h2 className="text-title-2">Not checked</h2>
        <p data-state="before" className="mt-1 text-ink-2 text-sm">
          Your browser can recompute this act from what this page shows. Only the public keys are fetched.
        </p>
        <p data-state="failed" hidden className="mt-1 text-ink-2 text-sm">
          <span data-word="error" /> This does not mean that the act is wrong.
        </p>
        <p data-notice="offline" hidden className="mt-1 text-sm">
          The check could not be loaded. Is there a connection?
        </p>
        <noscript>
          <p className="text-sm">This needs JavaScript. The commands below do the same.</p>
        </noscript>
      </div>
      <h2 data-state="valid entry" hidden className="text-accent text-title-1">
        Valid
      </h2>
      <h2 data-state="invalid different" hidden className="text-sev-critical text-title-1" data-wrong>
        Not valid
      </h2>
      <p data-state="valid" hidden className="mt-1 mb-4 text-sm">
        What you read here is in the log.
      </p>
      <p data-state="entry" hidden className="mt-1 mb-4 text-sm">
        This entry is in the log. Its content cannot be checked, because its salt is not public or was erased.
      </p>
      <p data-state="invalid different" hidden className="mt-1 mb-4 text-sm">
        This act could not be confirmed. See below which check failed.
      </p>
      <div data-state="valid" hidden>
        <HashPair
          upper={{ label: "Commitment in the log", hash: commitment }}
          lower={{ label: "Recomputed here, equal", hash: commitment }}
        />
      </div>
      <div data-state="different" hidden className="text-sm">
        <p>Commitment in the log</p>
        <WholeHash hash={commitment} />
        <p className="mt-2">Recomputed here</p>
        <code data-word="recomputed" className="block font-mono text-xs leading-5 [overflow-wrap:anywhere]" />
      </div>
      <dl data-state="valid entry invalid different" hidden className="mt-4 text-sm">
        <Line name="Content and salt" word="content" />
        <Line
          name="Inclusion in the tree"
          word="inclusion"
          value={`of ${receipt.tree_size.toLocaleString("en")} entries`}
        />
        <Line name="Signature on the checkpoint" word="signature" />
      </dl>
      <button type="button" data-script="/check-act.js" className={`${BUTTON.solid} mt-4 noscript:hidden`}>
        Check this act
      </button>
    </div>
  );
}

function Line({ name, word, value }: { name: string; word: string; value?: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-hair border-b py-2">
      <dt>{name}</dt>
      <dd data-word={word} className="text-ink-2">
        {value}
      </dd>
    </div>
  );
}
