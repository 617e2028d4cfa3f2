import { ChoiceNav } from "@/components/ui/list";
import { agentPageTexts } from "@/lib/features/agents/texts";

const VIEWS = [
  { name: "Directory", href: "/agents" },
  { name: agentPageTexts.leaderboard, href: "/leaderboard" },
  { name: "Audits", href: "/audits" },
];

/** Links the pages about agents in general. @param here the address of the present page */
export function AgentViews({ here }: { here: "/agents" | "/leaderboard" | "/audits" }) {
  return (
    <div className="mb-5">
      <ChoiceNav label="About agents" choices={VIEWS.map((view) => ({ ...view, chosen: view.href === here }))} />
    </div>
  );
}
