import Link from "next/link";
import { Mark } from "@/components/drawings/mark";
import { MainNav } from "./main-nav";
import { ThemeButton } from "./theme-button";

/** The head of every page: the federation's name, the ways in, the light switch. */
export function PageHeader({ federation }: { federation: string }) {
  return (
    <header className="border-total border-b">
      <div className="sheet flex flex-wrap items-center gap-x-6">
        <Link
          href="/"
          prefetch={false}
          className="flex items-center gap-3 py-3 text-ink no-underline hover:text-accent"
        >
          <Mark />
          <span className="font-medium font-serif text-lg leading-tight">{federation}</span>
        </Link>
        <div className="order-3 w-full md:order-2 md:ml-auto md:w-auto">
          <MainNav />
        </div>
        <div className="order-2 ml-auto md:order-3 md:ml-0">
          <ThemeButton />
        </div>
      </div>
    </header>
  );
}
