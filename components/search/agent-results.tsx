import { QuestionRead } from "@/components/agents/question-read";
import { Section } from "@/components/ui/section";
import { isPicked, MOST_CLOSEST, nothingText } from "@/lib/features/directory/explain";
import type { AgentsReading, SearchGroup } from "@/lib/portal/search/schema";
import { LISTS } from "./address";
import { ResultList } from "./result-list";

/** Returns a group as it is shown: of agents, only the closest if none fits. */
export function shownGroup(group: SearchGroup, reading: AgentsReading | undefined): SearchGroup {
  const isNothing = group.kind === "agent" && reading !== undefined && !isPicked(reading);
  return isNothing ? { ...group, results: group.results.slice(0, MOST_CLOSEST) } : group;
}

interface AgentResultsProps {
  q: string;
  group: SearchGroup;
  reading: AgentsReading;
}

export function AgentResults({ q, group: { results, more }, reading }: AgentResultsProps) {
  const { words, reason } = reading;
  const fitting = results.filter(({ fit }) => fit === "fits");
  const others = results.filter(({ fit }) => fit !== "fits");
  const isNothing = !isPicked(reading);
  const aside = <a href={LISTS.agent(q)}>{more ? "More results" : "In the directory"}</a>;
  const read = reason !== "named" && (
    <div className="mt-4 mb-2">
      <QuestionRead words={words} />
    </div>
  );
  return (
    <>
      {fitting.length > 0 && (
        <Section title="Agents" aside={aside}>
          {read}
          <ResultList results={fitting} words={words} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Agents that may fit" aside={isNothing && aside}>
          {isNothing && (
            <>
              <p className="mt-3 text-sm">Nothing here fits. {nothingText(reading)} These agents come closest.</p>
              {read}
            </>
          )}
          <ResultList results={others} words={words} />
        </Section>
      )}
    </>
  );
}
