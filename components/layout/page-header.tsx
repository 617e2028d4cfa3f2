import { Mark } from "@/components/drawings/seal";
import { SearchDialog } from "@/components/search/search-dialog";
import { BUTTON } from "@/components/ui/button";
import { currentMark, type Place } from "./place";

/** The head of every page: the federation's name, the ways in, the search, the light switch. */
export function PageHeader({ federation, path }: { federation: string; path: string }) {
  return (
    <header className="border-total border-b">
      <div className="sheet flex flex-wrap items-center gap-x-3 md:gap-x-6">
        <a
          href="/"
          className="flex min-w-0 flex-1 items-center gap-3 py-3 text-ink no-underline hover:text-accent md:flex-none"
        >
          <Mark />
          <span className="min-w-0 font-medium font-serif text-md leading-tight [overflow-wrap:anywhere] md:text-lg">
            {federation}
          </span>
        </a>
        <div className="order-3 w-full xl:order-2 xl:ml-auto xl:w-auto">
          <MainNav path={path} />
        </div>
        <div className="order-2 ml-auto flex items-center gap-1 md:gap-2 xl:order-3 xl:ml-0">
          <SearchDialog />
          <a href="/join" className={`${BUTTON.solid} max-md:px-3`}>
            Join
          </a>
          <ThemeButton />
        </div>
      </div>
    </header>
  );
}

/** The registers, and what stands below each under another address. */
const PLACES: readonly Place[] = [
  { href: "/agents", name: "Agents", below: ["/leaderboard", "/audits"] },
  { href: "/incidents", name: "Incidents" },
  { href: "/anchors", name: "Anchors" },
  { href: "/relay", name: "Relay", below: ["/traces"] },
  { href: "/rfcs", name: "RFCs" },
  { href: "/evidence", name: "Evidence" },
  { href: "/docs", name: "Docs" },
];

/** The ways in; the one that the page belongs to is marked. On a phone they are folded. */
function MainNav({ path }: { path: string }) {
  return (
    <details className="beside">
      <summary className="border-hair border-t py-3 font-semibold text-sm">Menu</summary>
      <nav aria-label="Main" className="-mb-px grid grid-cols-2 pb-3 md:-ml-2.5 md:flex md:gap-1 md:pb-0 xl:ml-0">
        {PLACES.map((place) => (
          <a
            key={place.href}
            href={place.href}
            aria-current={currentMark(place, path)}
            className="border-transparent border-b-3 px-2.5 py-3 text-ink-2 text-sm no-underline hover:border-hair hover:text-accent aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink xl:py-6"
          >
            {place.name}
          </a>
        ))}
      </nav>
    </details>
  );
}

/** Turns the light on or off (`components/behaviours/theme.ts`). */
function ThemeButton() {
  return (
    <button
      type="button"
      data-turns="light"
      aria-label="Switch between light and dark"
      className="grid size-11 cursor-pointer place-items-center text-ink-2 hover:text-ink"
    >
      <svg aria-hidden width="18" height="18" viewBox="0 0 18 18">
        <circle cx="9" cy="9" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M9 1.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor" />
      </svg>
    </button>
  );
}
