import { DecisionForm } from "@/components/forms/action-form";
import { RelativeTime } from "@/components/ui/relative-time";
import { counted } from "@/lib/foundation/text/counted";
import { utcMinute } from "@/lib/foundation/text/utc";
import type { FormAction } from "@/lib/http/form-state";
import type { Source } from "@/lib/interop/sources/schema";
import { describeRun, type WithdrawalEffect } from "@/lib/interop/sources/view";
import { KINDS } from "./kinds";
import { WithdrawForm } from "./source-forms";

interface SourceProps {
  source: Source;
  action: FormAction<Source>;
  withdraw: FormAction<Source>;
  /** What the withdrawal of its missing agents does; undefined if it does not ask for it. */
  effect: WithdrawalEffect | undefined;
  /** Whether the reader's role allows its actions. */
  mayDecide: boolean;
}

export function SourceItem({ source, action, withdraw, effect, mayDecide }: SourceProps) {
  const { id, state } = source;
  return (
    <li className="grid gap-x-8 gap-y-4 border-hair border-b py-5 text-sm lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className="font-semibold">
          <bdi className="font-mono">{source.address}</bdi>
        </h3>
        <p className="mt-1 text-ink-2">
          {`${KINDS[source.kind]}, every ${source.every_minutes.toLocaleString("en")} min. It has brought ${source.records.toLocaleString("en")} ${source.records === 1 ? "agent" : "agents"}. ${source.members ? "They are members, as agents of the operators." : "They are listed, until somebody claims them."}`}
        </p>
        <LastRun source={source} />
        {source.feed && <Feed feed={source.feed} />}
        {source.asks && <Question {...{ source, action, withdraw, effect, mayDecide }} asks={source.asks} />}
      </div>
      {mayDecide && (
        <div className="grid content-start gap-3">
          {state === "active" && (
            <>
              <DecisionForm
                action={action}
                hidden={{ id, action: "run" }}
                button="Fetch now"
                outcome="It is fetched within a few seconds."
              />
              <DecisionForm
                action={action}
                hidden={{ id, action: "pause" }}
                look="quiet"
                button="Pause"
                outcome="It is paused."
              />
            </>
          )}
          {state === "paused" && (
            <DecisionForm
              action={action}
              hidden={{ id, action: "resume" }}
              button="Resume"
              outcome="It is followed again."
            />
          )}
          <DecisionForm
            action={action}
            hidden={{ id, action: "remove" }}
            button="Remove"
            outcome="It is no longer followed. Its agents stay."
          >
            <p>The list is no longer fetched. The agents that it brought stay, and the operators own them.</p>
          </DecisionForm>
        </div>
      )}
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
            {describeRun(last)} <span className="text-ink-2">{<RelativeTime instant={last.at} />}</span>
          </>
        ) : (
          "Not fetched yet."
        )}
      </p>
      <p className="text-ink-2">
        {running && "It is being fetched now."}
        {!running && state === "paused" && "Paused."}
        {!running && state === "active" && `Next: ${utcMinute(source.next_at)} UTC.`}
      </p>
      {last && last.refusals.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-6 text-ink-2 text-xs">Left out, with the reason</summary>
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

function Feed({ feed: { checked_at, failures } }: { feed: NonNullable<Source["feed"]> }) {
  return (
    <p className="mt-2 text-ink-2">
      Its federation has a change feed. {failures === 0 ? "Read" : "It does not respond. Last read"}{" "}
      {(checked_at && <RelativeTime instant={checked_at} />) ?? "never"}.
    </p>
  );
}

function Question({
  source,
  asks,
  action,
  withdraw,
  effect,
  mayDecide,
}: SourceProps & { asks: NonNullable<Source["asks"]> }) {
  return (
    <div className="mt-4 grid max-w-xl gap-3 bg-frozen-wash px-4 py-3 text-frozen">
      <p>
        <b className="font-semibold">It has stopped and needs a decision.</b> {asks.gone.toLocaleString("en")} of its{" "}
        {asks.of.toLocaleString("en")} agents are no longer in the list. The list or its feed may be wrong.
      </p>
      {mayDecide && (
        <div className="flex flex-wrap items-start gap-3">
          {effect && (
            <WithdrawForm action={withdraw} id={source.id} effect={effect}>
              <Effects effect={effect} />
            </WithdrawForm>
          )}
          <DecisionForm
            action={action}
            hidden={{ id: source.id, action: "keep" }}
            button="Keep them"
            outcome="They are kept, and the list is followed again."
          />
        </div>
      )}
    </div>
  );
}

function Effects({ effect: { agents, tiers, shown, tokens } }: { effect: WithdrawalEffect }) {
  const more = agents - shown.length;
  return (
    <div className="grid gap-2 text-ink text-sm">
      <p>
        {`${counted(agents, "agent")} will be withdrawn: ${tiers.map(({ tier, count }) => `${count.toLocaleString("en")} of tier ${tier}`).join(", ")}. The search and the relay will no longer offer them. Working tokens of these agents: ${tokens.toLocaleString("en")}. These tokens can then no longer register, anchor or report. The change feed and webhooks announce each withdrawal. An agent that appears in the list again is restored.`}
      </p>
      <ul className="list-disc pl-5 text-xs">
        {shown.map(({ did, name, tier }) => (
          <li key={did} className="[overflow-wrap:anywhere]">
            <a href={`/agents/${did}`}>
              <bdi>{name || did}</bdi>
            </a>
            {`, ${tier}`}
          </li>
        ))}
        {more > 0 && <li>{`and ${more.toLocaleString("en")} more`}</li>}
      </ul>
    </div>
  );
}
