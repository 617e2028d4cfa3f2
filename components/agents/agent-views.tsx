import { ChoiceNav } from "@/components/ui/list";

const VIEWS = [
  { name: "Directory", href: "/agents" },
  { name: "Leaderboard", href: "/leaderboard" },
  { name: "Audits", href: "/audits" },
];

/** The pages about agents in general. @param here the address of the one it stands on */
export function AgentViews({ here }: { here: "/agents" | "/leaderboard" | "/audits" }) {
  return (
    <div className="mb-5">
      <ChoiceNav label="About agents" choices={VIEWS.map((view) => ({ ...view, chosen: view.href === here }))} />
    </div>
  );
}
