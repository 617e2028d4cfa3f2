import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { searchTexts } from "@/components/search/texts";
import { CONTROL } from "@/components/ui/field";

const RESULTS = "search-results";

/**
 * Links the page of the search. `components/behaviours/search.ts` opens it as a dialog. Until that has results, or if
 * it fails, the dialog is a form that leads to the page.
 */
export function SearchDialog() {
  return (
    <>
      <a
        href="/search"
        data-opens="search"
        aria-keyshortcuts="/ Control+K Meta+K"
        className="inline-flex size-11 items-center justify-center gap-2 border border-rule bg-raised text-ink-2 text-sm no-underline hover:border-accent hover:text-ink md:w-auto md:px-3"
      >
        <Glass />
        <span className="sr-only md:not-sr-only">Search</span>
        <kbd aria-hidden className="hidden border border-hair px-1 font-mono text-ink-3 text-xs leading-4 md:inline">
          /
        </kbd>
      </a>
      <dialog
        id="search"
        aria-label="Search"
        closedby="any"
        className="m-0 h-dvh max-h-none w-full max-w-none flex-col bg-paper p-0 text-ink backdrop:bg-paper/75 open:flex md:mx-auto md:mt-[10vh] md:h-fit md:max-h-[76vh] md:w-[42rem] md:border md:border-total"
      >
        <form action="/search" className="flex flex-wrap items-center gap-3 border-hair border-b p-3 text-ink-3">
          <Glass />
          <input
            name="q"
            role="combobox"
            aria-label="Search"
            aria-expanded={false}
            aria-controls={RESULTS}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={255}
            placeholder="DID, name, number, hash or words"
            className={`${CONTROL} min-w-0 flex-1`}
          />
          <button type="button" data-closes className="min-h-11 cursor-pointer px-2 text-accent text-sm">
            Close
          </button>
        </form>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <Slot as="p" role="status" className="sr-only" />
          <div role="alert">
            <Notice of="empty" title="No match.">
              {searchTexts.nothingWhy}
            </Notice>
            <Notice of="refused" title="Too many searches.">
              Try again in <Slot as="span" data-word="wait" /> seconds. <Again />
            </Notice>
            <Notice of="failed" title="Search is temporarily unavailable.">
              No record is lost. <Again />{" "}
              <span className="block text-ink-3 text-xs">
                Request <Slot as="span" data-word="request" className="font-mono" />
              </span>
            </Notice>
            <Notice of="offline" title="No connection.">
              The search continues when you are online. <Again />
            </Notice>
          </div>
          <Slot as="div" id={RESULTS} role="listbox" aria-label="Results" className="empty:hidden" />
          <p className="p-4 text-ink-2 text-sm">
            Press Enter to open the selected result, or to show all results on a page.
          </p>
        </div>
      </dialog>
    </>
  );
}

function Notice({ of, title, children }: { of: string; title: string; children: ReactNode }) {
  return (
    <div data-notice={of} hidden className="px-4 pt-5">
      <p className="font-medium font-serif text-md">{title}</p>
      <p className="mt-1 text-ink-2 text-sm">{children}</p>
    </div>
  );
}

function Again() {
  return (
    <button type="button" data-again className="cursor-pointer py-2 text-accent underline">
      Try again
    </button>
  );
}

function Glass() {
  return (
    <svg
      aria-hidden
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      className="shrink-0"
    >
      <circle cx="7.5" cy="7.5" r="5.25" />
      <path d="M11.5 11.5l5 5" strokeLinecap="round" />
    </svg>
  );
}

/** Renders an empty element. A script of `components/behaviours/` fills it, and React leaves it unchanged. */
function Slot({ as: Element, ...attributes }: { as: "div" | "p" | "span" } & ComponentPropsWithoutRef<"div">) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the empty value makes React ignore the element's contents
  return <Element {...(attributes as object)} dangerouslySetInnerHTML={{ __html: "" }} />;
}
