import { Identicon } from "@/components/marks/identicon";
import { profileHref } from "@/components/marks/profile-href";
import { listingOf } from "@/lib/features/agents/listing";
import type { SimilarAgent } from "@/lib/features/directory/similar-schema";
import { shortened } from "@/lib/foundation/text/cut";
import { ListedLine, StandingMark } from "./listed";

const MAX_CHARACTERS = 160;
const WORDS_SHOWN = 5;

function lineOf({ description, role }: SimilarAgent): string {
  const [line = ""] = (description || role).split("\n");
  return shortened(line, MAX_CHARACTERS);
}

interface SimilarListProps {
  agents: readonly SimilarAgent[];
}

export function SimilarList({ agents }: SimilarListProps) {
  return (
    <ul className="text-sm">
      {agents.map((agent) => (
        <SimilarItem key={agent.did} agent={agent} />
      ))}
    </ul>
  );
}

function SimilarItem({ agent }: { agent: SimilarAgent }) {
  const listing = listingOf(agent);
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-start gap-x-3 border-hair border-b py-3">
      <Identicon did={agent.did} size={26} />
      <div className="min-w-0">
        <a href={profileHref(agent.did)} className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{agent.name}</bdi>
        </a>
        <p className="mt-0.5 text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{lineOf(agent)}</bdi>
        </p>
        {listing && <ListedLine listing={listing} />}
        <Why alike={agent.alike} words={agent.words} />
      </div>
      <StandingMark agent={agent} />
    </li>
  );
}

function Why({ alike: [best], words }: Pick<SimilarAgent, "alike" | "words">) {
  return (
    <p className="mt-1 text-ink-3 text-xs [overflow-wrap:anywhere]">
      {words.length > 0 && (
        <>
          Both say{" "}
          <bdi>
            {words
              .slice(0, WORDS_SHOWN)
              .map((word) => `“${word}”`)
              .join(", ")}
          </bdi>
          .{" "}
        </>
      )}
      {words.length === 0 && "Its words mean nearly the same."}
      {best && (
        <>
          Its skill <bdi>“{best.skill}”</bdi> is like <bdi>“{best.own_skill}”</bdi>.
        </>
      )}
    </p>
  );
}
