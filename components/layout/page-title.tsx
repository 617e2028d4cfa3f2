import type { ReactNode } from "react";

/** What a page is, and what it is for. @param twin the same data as JSON */
export function PageTitle({ title, children, twin }: { title: string; children: ReactNode; twin?: string }) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
      <div>
        <h1 className="text-title-1">{title}</h1>
        <p className="mt-2 max-w-[64ch] text-ink-2 text-lg">{children}</p>
      </div>
      {twin !== undefined && <SameAsJson path={twin} />}
    </div>
  );
}

/** Where a program gets what a page shows. */
export function SameAsJson({ path }: { path: string }) {
  return (
    <p className="min-w-0 text-xs">
      <span className="block text-ink-3">Same data as JSON</span>
      <a href={path} className="font-mono [overflow-wrap:anywhere]">
        GET {path}
      </a>
    </p>
  );
}
