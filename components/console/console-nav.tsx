import { consoleTexts } from "@/components/console/texts";
import { MenuIcon } from "@/components/layout/menu-icon";
import { ariaCurrent } from "@/components/layout/nav-item";

const NAV_ITEMS = [
  { href: "/console", name: consoleTexts.overview },
  { href: "/console/applications", name: consoleTexts.applications },
  { href: "/console/credentials", name: consoleTexts.credentials },
  { href: "/console/operators", name: consoleTexts.operators },
  { href: "/console/agents", name: consoleTexts.agents },
  { href: "/console/sources", name: consoleTexts.sources },
  { href: "/console/webhooks", name: consoleTexts.webhooks },
  { href: "/console/freezes", name: consoleTexts.freezes },
  { href: "/console/reports", name: consoleTexts.reports },
  { href: "/console/incidents", name: consoleTexts.incidents },
  { href: "/console/audits", name: consoleTexts.audits },
  { href: "/console/rfcs", name: consoleTexts.rfcs },
  { href: "/console/activity", name: consoleTexts.activity },
];

/** Links the console's pages and marks the present one. Where the row is too narrow, the links are in a panel. */
export function ConsoleNav({ path }: { path: string }) {
  return (
    <details className="menu order-3 wide:w-full wide:border-hair wide:border-t">
      <summary aria-label={consoleTexts.menu}>
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
