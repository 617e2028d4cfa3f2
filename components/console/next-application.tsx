import { DidWithIdenticon } from "@/components/marks/did";
import { BUTTON } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Application } from "@/lib/features/access/applications/schema";

/**
 * Shows the application that has waited longest, with a link to decide it. @param waiting the number of waiting
 * applications, with this one
 */
export function NextApplication({ oldest, waiting }: { oldest: Application; waiting: number }) {
  const { id, did, organisation, purpose, created_at } = oldest;
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4 border-accent border-l-4 bg-accent-wash px-5 py-4 text-sm">
      <div className="min-w-0 flex-1 basis-80">
        <p className="text-ink-2">
          Sent <RelativeTime instant={created_at} />
        </p>
        <p className="mt-1 font-semibold text-md [overflow-wrap:anywhere]">
          <bdi>{organisation}</bdi>
        </p>
        {did === null ? <p className="mt-0.5">A token for the organisation</p> : <DidWithIdenticon did={did} />}
        <p className="mt-1 line-clamp-2 max-w-[72ch] text-ink-2">
          <bdi className="[overflow-wrap:anywhere]">{purpose}</bdi>
        </p>
      </div>
      <div className="grid justify-items-start gap-1">
        <a href={`/console/applications/${id}`} className={BUTTON.solid}>
          Read and decide
        </a>
        {waiting > 1 && (
          <a href="/console/applications?status=pending" className="inline-flex min-h-11 items-center">
            {`All ${waiting.toLocaleString("en")} waiting`}
          </a>
        )}
      </div>
    </div>
  );
}
