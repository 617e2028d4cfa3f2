import type { DirectoryQuery } from "@/lib/agents/schema";
import { ViewLink } from "./view-link";

const PAGE = "grid min-h-11 min-w-11 place-items-center px-2 text-sm no-underline hover:underline";

/** The pages worth a link: the first, the last, and those beside the present one; 0 stands for a gap. */
export function pagesToShow(present: number, last: number): number[] {
  const near = [1, present - 1, present, present + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(near)].toSorted((a, b) => a - b);
  return pages.flatMap((page, index) => (index > 0 && page - (pages[index - 1] ?? 0) > 1 ? [0, page] : [page]));
}

/** The ways to the other pages. */
export function Pager({ query, total }: { query: DirectoryQuery; total: number }) {
  const last = Math.ceil(total / query.limit);
  const present = Math.floor(query.offset / query.limit) + 1;
  if (last <= 1) return null;
  const pages = pagesToShow(present, last);
  const at = (page: number) => ({ ...query, offset: (page - 1) * query.limit });
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-end">
      {present > 1 && (
        <ViewLink query={at(Math.min(present - 1, last))} className={PAGE}>
          Previous
        </ViewLink>
      )}
      {pages.map((page, index) =>
        page === 0 ? (
          <span key={`gap before ${pages[index + 1]}`} aria-hidden>
            …
          </span>
        ) : (
          <ViewLink
            key={page}
            query={at(page)}
            current={page === present}
            label={`Page ${page}`}
            className={`${PAGE} aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-inverse`}
          >
            {page.toLocaleString("en")}
          </ViewLink>
        ),
      )}
      {present < last && (
        <ViewLink query={at(present + 1)} className={PAGE}>
          Next
        </ViewLink>
      )}
    </nav>
  );
}
