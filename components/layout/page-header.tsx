import { Mark } from "@/components/drawings/seal";
import { SearchDialog } from "@/components/search/search-dialog";
import { BUTTON } from "@/components/ui/button";
import { MenuSign } from "./menu-sign";
import { currentMark, type Place } from "./place";

/** The head of every public page: the federation's name, the registers, the search, the way to join. One row. */
export function PageHeader({ federation, path }: { federation: string; path: string }) {
  return (
    <header className="relative border-total border-b">
      <div className="sheet flex min-h-15 items-center gap-2 md:gap-6 md:min-h-16">
        <a
          href="/"
          className="flex min-h-11 min-w-0 items-center gap-2.5 text-ink no-underline hover:text-accent md:gap-3 [&_svg]:shrink-0"
        >
          <Mark />
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

/** The registers, and what is below each under another address. */
const PLACES: readonly Place[] = [
  { href: "/agents", name: "Agents", below: ["/leaderboard", "/audits", "/providers"] },
  { href: "/relay", name: "Relay", below: ["/traces"] },
  { href: "/incidents", name: "Incidents" },
  { href: "/anchors", name: "Anchors" },
  { href: "/rfcs", name: "RFCs" },
  { href: "/changelog", name: "Changelog" },
  { href: "/docs", name: "Docs" },
];

/** The registers; the one that the page belongs to is marked. Where the row is too narrow they are a panel below it. */
function MainNav({ path }: { path: string }) {
  return (
    <details className="menu order-last wide:order-none wide:ml-auto">
      <summary aria-label="Menu">
        <MenuSign />
      </summary>
      <nav aria-label="Main">
        {PLACES.map((place) => (
          <a key={place.href} href={place.href} aria-current={currentMark(place, path)} className="menu-place">
            {place.name}
          </a>
        ))}
      </nav>
    </details>
  );
}
