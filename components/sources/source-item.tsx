import { When } from "@/components/ui/ago";
import type { FormAction } from "@/lib/http/form-state";
import type { Source } from "@/lib/sources/schema";
import { wordsOfRun } from "@/lib/sources/view";
import { utcMinute } from "@/lib/text/utc";
import { KINDS } from "./kinds";
import { DecideSourceForm } from "./source-forms";

interface SourceProps {
  source: Source;
  action: FormAction<Source>;
}

/** A followed list: what it is, what came of the last fetch, and what an operator may do. */
export function SourceItem({ source, action }: SourceProps) {
  const { id, state } = source;
  return (
    <li className="grid gap-x-8 gap-y-4 border-hair border-b py-5 text-sm lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className="font-semibold">
          <bdi className="font-mono">{source.address}</bdi>
        </h3>
        <p className="mt-1 text-ink-2">
          {KINDS[source.kind]}, every {source.every_minutes.toLocaleString("en")} min. It has brought{" "}
          {source.records.toLocaleString("en")} {source.records === 1 ? "agent" : "agents"}.
        </p>
        <LastRun source={source} />
        {source.asks && <Question source={source} asks={source.asks} action={action} />}
      </div>
      <div className="grid content-start gap-3">
        {state === "active" && (
          <>
            <DecideSourceForm
              action={action}
              id={id}
              decision="run"
              button="Fetch now"
              outcome="It is fetched within a few seconds."
            />
            <DecideSourceForm action={action} id={id} decision="pause" button="Pause" outcome="It is paused." />
          </>
        )}
        {state === "paused" && (
          <DecideSourceForm action={action} id={id} decision="resume" button="Resume" outcome="It is followed again." />
        )}
        <DecideSourceForm
          action={action}
          id={id}
          decision="remove"
          button="Remove"
          outcome="It is not followed any more. Its agents stay."
        >
          <p>It is not fetched any more. The agents that it brought stay as they are, and the operators own them.</p>
        </DecideSourceForm>
      </div>
    </li>
  );
}

function LastRun({ source }: { source: Source }) {
  const { last, running, state } = source;
  return (
    <>
      <p className="mt-2">
        {last ? (
          <>
            {wordsOfRun(last)} <span className="text-ink-2">{<When instant={last.at} />}</span>
          </>
        ) : (
          "Not fetched yet."
        )}
      </p>
      <p className="text-ink-2">
        {running && "It is being fetched just now."}
        {!running && state === "paused" && "Paused."}
        {!running && state === "active" && `Next: ${utcMinute(source.next_at)} UTC.`}
      </p>
      {last && last.refusals.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-6 text-ink-2 text-xs">What was left out, and why</summary>
          <ul className="mt-1 list-disc pl-5 text-xs">
            {last.refusals.map((refusal) => (
              <li key={refusal}>
                <bdi>{refusal}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Question({ source, asks, action }: SourceProps & { asks: NonNullable<Source["asks"]> }) {
  const count = `${asks.gone.toLocaleString("en")} of its ${asks.of.toLocaleString("en")} agents`;
  return (
    <div className="mt-4 grid max-w-xl gap-3 bg-frozen-wash px-4 py-3 text-frozen">
      <p>
        <b className="font-semibold">It has stopped, and asks.</b> {count} are not in the list any more. That may be a
        fault of the list.
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <DecideSourceForm
          action={action}
          id={source.id}
          decision="accept"
          button="Withdraw them"
          outcome="They are withdrawn, and the list is followed again."
        />
        <DecideSourceForm
          action={action}
          id={source.id}
          decision="keep"
          button="Keep them"
          outcome="They are kept, and the list is followed again."
        />
      </div>
    </div>
  );
}
