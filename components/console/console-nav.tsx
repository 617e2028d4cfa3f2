import { consoleTexts } from "@/components/console/texts";
import { MenuIcon } from "@/components/layout/menu-icon";
import { ariaCurrent } from "@/components/layout/nav-item";

const NAV_ITEMS = [
  { href: "/console", name: "Overview" },
  { href: "/console/applications", name: "Applications" },
  { href: "/console/credentials", name: "Credentials" },
  { href: "/console/operators", name: "Operators" },
  { href: "/console/agents", name: "Agents" },
  { href: "/console/sources", name: "Sources" },
  { href: "/console/webhooks", name: "Webhooks" },
  { href: "/console/freezes", name: "Freezes" },
  { href: "/console/reports", name: "Reports" },
  { href: "/console/incidents", name: "Incidents" },
  { href: "/console/audits", name: "Audits" },
  { href: "/console/rfcs", name: "RFCs" },
  { href: "/console/activity", name: "Activity" },
];

/** Links the console's pages and marks the present one. Where the row is too narrow, the links are in a panel. */
export function ConsoleNav({ path }: { path: string }) {
  return (
    <details className="menu order-3 wide:w-full wide:border-hair wide:border-t">
      <summary aria-label="Console menu">
        <MenuIcon />
      </summary>
      <nav aria-label={consoleTexts.console} className="wide:-ml-2.5">
        {NAV_ITEMS.map(({ href, name }) => (
          <a
            key={href}
            href={href}
            aria-current={href !== "/console" || path === href ? ariaCurrent({ href, name }, path) : undefined}
            className="menu-place"
          >
            {name}
          </a>
        ))}
      </nav>
    </details>
  );
}
