import type { ReactNode } from "react";

/** What stands on a page where there is no such thing: that, why, and where to go on. Its status the page sets. */
export function NoSuch({ thing, children }: { thing: string; children: ReactNode }) {
  return (
    <div className="max-w-[52ch] py-6">
      <h1 className="text-title-1">{`No such ${thing}`}</h1>
      <p className="mt-3 text-ink-2 text-lg">{children}</p>
    </div>
  );
}
