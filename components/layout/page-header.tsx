import { Mark } from "@/components/drawings/mark";
import { SearchDialog } from "@/components/search/search-dialog";
import { BUTTON } from "@/components/ui/button";
import { MainNav } from "./main-nav";
import { ThemeButton } from "./theme-button";

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
