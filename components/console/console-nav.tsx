import { MenuSign } from "@/components/layout/menu-sign";
import { currentMark } from "@/components/layout/place";

const PLACES = [
  { href: "/console", name: "Overview" },
  { href: "/console/applications", name: "Applications" },
  { href: "/console/credentials", name: "Credentials" },
  { href: "/console/operators", name: "Operators" },
  { href: "/console/agents", name: "Agents" },
  { href: "/console/sources", name: "Sources" },
  { href: "/console/freezes", name: "Freezes" },
  { href: "/console/reports", name: "Reports" },
  { href: "/console/incidents", name: "Incidents" },
  { href: "/console/audits", name: "Audits" },
  { href: "/console/rfcs", name: "RFCs" },
  { href: "/console/activity", name: "Activity" },
];

/** The console's rooms; the one that the page belongs to is marked. Where the row is too narrow they are a panel. */
export function ConsoleNav({ path }: { path: string }) {
  return (
    <details className="menu order-3 wide:w-full wide:border-hair wide:border-t">
      <summary aria-label="Console menu">
        <MenuSign />
      </summary>
      <nav aria-label="Console" className="wide:-ml-2.5">
        {PLACES.map(({ href, name }) => (
          <a
            key={href}
            href={href}
            aria-current={href !== "/console" || path === href ? currentMark({ href, name }, path) : undefined}
            className="menu-place"
          >
            {name}
          </a>
        ))}
      </nav>
    </details>
  );
}
