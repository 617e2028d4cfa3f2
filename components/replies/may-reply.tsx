import type { ReactNode } from "react";

/** Says under a record without replies who may reply. @param children whose owner */
export function MayReply({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 max-w-[68ch] text-ink-2 text-sm print:hidden">
      No reply. The owner of {children} may <a href="/owner">reply here in public</a>.
    </p>
  );
}
