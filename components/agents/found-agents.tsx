import { leftOver } from "@/lib/features/directory/explain";
import { AgentList, type Constant } from "./agent-list";
import { addressOf, changeView, type View } from "./directory-view";
import { foundIn, type Reading, type Results } from "./results";

interface FoundAgentsProps {
  view: View;
  reading: Reading;
  results: Results;
  constant: ReadonlySet<Constant>;
}

export function FoundAgents({ view, reading, results, constant }: FoundAgentsProps) {
  const { usage, total } = results;
  const { words, fits, reason } = reading;
  const found = foundIn(results);
  const fitting = found.filter(({ fit }) => fit === "fits");
  const others = found.filter(({ fit }) => fit === "may fit");
  const left = reason === "named" ? [] : leftOver(fitting, words);
  const rest = left.join(" ");
  return (
    <>
      {fitting.length > 0 && <AgentList agents={fitting} usage={usage} constant={constant} words={words} />}
      {left.length > 0 && (
        <p className="pt-2.5 text-ink-2 text-sm [overflow-wrap:anywhere]">
          <bdi>{left.map((word) => `“${word}”`).join(" and ")}</bdi>
          {left.length === 1 ? " is left over. Search for it alone: " : " are left over. Search for them alone: "}
          <a href={addressOf(changeView(view, { q: rest }))} className="inline-flex min-h-11 items-center md:min-h-0">
            <bdi>{rest}</bdi>
          </a>
        </p>
      )}
      {others.length > 0 && (
        <section aria-labelledby="may-fit" className="mt-8 border-rule border-t border-dashed pt-3.5">
          <MayFitHead id="may-fit" title={`${(total - fits).toLocaleString("en")} may fit`}>
            Worth a look. The relay picks none of these.
          </MayFitHead>
          <AgentList agents={others} usage={usage} constant={constant} words={words} />
        </section>
      )}
    </>
  );
}

export function MayFitHead({ id, title, children }: { id: string; title: string; children: string }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3.5 gap-y-0.5 pb-2">
      <h2 id={id} tabIndex={-1} className="text-ink-2 text-lg">
        {title}
      </h2>
      <p className="text-ink-3 text-sm">{children}</p>
    </div>
  );
}
