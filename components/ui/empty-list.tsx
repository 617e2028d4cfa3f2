import type { ReactNode } from "react";

/** What stands where a list has nothing to show, and what to do about it. */
export function EmptyList({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="border-total border-y py-10">
      <p className="font-medium font-serif text-title-3">{title}</p>
      {children !== undefined && <div className="mt-2 text-ink-2 text-sm">{children}</div>}
    </div>
  );
}
