import { SearchDialog } from "@/components/layout/search-dialog";
import { ServiceMark } from "@/components/marks/identicon";
import { BUTTON } from "@/components/ui/button";
import { MenuIcon } from "./menu-icon";
import { ariaCurrent, type NavItem } from "./nav-item";

/**
 * Shows the header of every public page in one row: the federation's name, the registers, the search, and the link to
 * join.
 */
export function PageHeader({ federation, path }: { federation: string; path: string }) {
  return (
    <header className="relative border-total border-b">
      <div className="sheet flex min-h-15 items-center gap-2 md:gap-6 md:min-h-16">
        <a
          href="/"
          className="flex min-h-11 min-w-0 items-center gap-2.5 text-ink no-underline hover:text-accent md:gap-3 [&_svg]:shrink-0"
        >
          <ServiceMark />
          <span className="line-clamp-2 min-w-0 font-medium font-serif text-sm leading-tight [overflow-wrap:anywhere] md:text-lg">
            {federation}
          </span>
        </a>
        <MainNav path={path} />
        <div className="ml-auto flex shrink-0 items-center gap-1.5 md:gap-2.5 wide:ml-0">
          <SearchDialog />
          <a href="/join" className={`${BUTTON.solid} max-md:px-3`}>
            Join
          </a>
        </div>
      </div>
    </header>
  );
}

/** The registers, with other paths that belong to them. */
const NAV_ITEMS: readonly NavItem[] = [
  { href: "/agents", name: "Agents", below: ["/leaderboard", "/audits", "/providers"] },
  { href: "/relay", name: "Relay", below: ["/traces"] },
  { href: "/incidents", name: "Incidents" },
  { href: "/council", name: "Council" },
  { href: "/anchors", name: "Anchors" },
  { href: "/rfcs", name: "RFCs" },
  { href: "/changelog", name: "Changelog" },
  { href: "/docs", name: "Docs" },
];

/** Links the registers and marks the present one. Where the row is too narrow, the links are in a panel below it. */
function MainNav({ path }: { path: string }) {
  return (
    <details className="menu order-last wide:order-none wide:ml-auto">
      <summary aria-label="Menu">
        <MenuIcon />
      </summary>
      <nav aria-label="Main">
        {NAV_ITEMS.map((place) => (
          <a key={place.href} href={place.href} aria-current={ariaCurrent(place, path)} className="menu-place">
            {place.name}
          </a>
        ))}
      </nav>
    </details>
  );
}
