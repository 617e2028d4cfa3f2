import { ScoreBar, StatusMark, TierMark } from "@/components/marks/agent-marks";
import { DidText } from "@/components/marks/did";
import { Identicon } from "@/components/marks/identicon";
import { profileHref } from "@/components/marks/profile-href";
import { ListPages } from "@/components/ui/list";
import type { Leaderboard } from "@/lib/features/directory/directory-schema";
import { addressWith } from "@/lib/http/page-address";

export function Ranking({ agents, total, limit, offset }: Omit<Leaderboard, "generated_at">) {
  return (
    <div>
      {agents.length === 0 && (
        <p className="border-total border-y py-12 font-medium font-serif text-title-3">
          {total === 0 ? "No agent has joined yet." : "Page not found."}
        </p>
      )}
      {agents.length > 0 && (
        <ol className="border-total border-t">
          {agents.map((agent) => (
            <RankedAgent key={agent.did} agent={agent} />
          ))}
        </ol>
      )}
      <ListPages
        limit={limit}
        usualLimit={limit}
        offset={offset}
        total={total}
        href={(place) => addressWith("/leaderboard", { ...place })}
      />
    </div>
  );
}

function RankedAgent({
  agent: { rank, did, name, status, is_demo, trust_tier, trust_score },
}: {
  agent: Leaderboard["agents"][number];
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hair border-b py-3 text-sm">
      <span className="w-10 text-right font-serif text-md tabular-nums">{rank.toLocaleString("en")}</span>
      <Identicon did={did} />
      <div className="min-w-0 flex-1 basis-48">
        <a href={profileHref(did)} className="font-semibold text-ink no-underline hover:text-accent hover:underline">
          <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
        </a>
        {is_demo && (
          <span className="ml-2 whitespace-nowrap border border-rule border-dashed px-1 text-ink-2 text-xs">
            demo data
          </span>
        )}
        {status === "suspended" && (
          <span className="relative top-0.5 ml-3">
            <StatusMark status={status} />
          </span>
        )}
        <br />
        <DidText did={did} />
      </div>
      <span className="ml-14 flex items-center gap-3 md:ml-0">
        <TierMark tier={trust_tier} />
        <span className="w-9 text-right tabular-nums">{trust_score.toFixed(1)}</span>
        <ScoreBar score={trust_score} />
      </span>
    </li>
  );
}
