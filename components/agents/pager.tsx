const PAGE = "grid min-h-11 min-w-11 place-items-center px-2 text-sm no-underline hover:underline";

/** Returns the pages to link: the first, the last, and the neighbours of the present one. 0 is a gap. */
function pagesToShow(present: number, last: number): number[] {
  const near = [1, present - 1, present, present + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(near)].toSorted((a, b) => a - b);
  return pages.flatMap((page, index) => (index > 0 && page - (pages[index - 1] ?? 0) > 1 ? [0, page] : [page]));
}

interface PagerProps {
  limit: number;
  offset: number;
  total: number;
  /** Returns the address of the page that begins at an offset. */
  href: (offset: number) => string;
}

export function Pager({ limit, offset, total, href }: PagerProps) {
  const last = Math.ceil(total / limit);
  const present = Math.floor(offset / limit) + 1;
  if (last <= 1) return null;
  const pages = pagesToShow(present, last);
  const at = (page: number) => href((page - 1) * limit);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-end">
      {present > 1 && (
        <a href={at(Math.min(present - 1, last))} className={PAGE}>
          Previous
        </a>
      )}
      {pages.map((page, index) =>
        page === 0 ? (
          <span key={`gap before ${pages[index + 1]}`} aria-hidden>
            …
          </span>
        ) : (
          <a
            key={page}
            href={at(page)}
            aria-current={page === present ? "true" : undefined}
            aria-label={`Page ${page}`}
            className={`${PAGE} aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-inverse`}
          >
            {page.toLocaleString("en")}
          </a>
        ),
      )}
      {present < last && (
        <a href={at(present + 1)} className={PAGE}>
          Next
        </a>
      )}
    </nav>
  );
}
