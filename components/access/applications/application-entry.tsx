import { DidWithIdenticon } from "@/components/marks/did";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Application } from "@/lib/features/access/applications/schema";
import { ApplicationMark } from "./application-mark";

export function ApplicationEntry({ application }: { application: Application }) {
  const { id, did, organisation, status, purpose, created_at } = application;
  return (
    <li className="grid gap-x-6 gap-y-1 border-hair border-b py-4 md:grid-cols-[7rem_minmax(0,1fr)_9rem]">
      <p className="flex items-baseline justify-between gap-4 md:block">
        <ApplicationMark status={status} />
        <span className="text-ink-3 text-xs md:mt-1 md:block">
          <RelativeTime instant={created_at} />
        </span>
      </p>
      <div className="min-w-0 text-sm">
        <a href={`/console/applications/${id}`} className="text-ink no-underline hover:underline">
          {did === null ? (
            <bdi className="font-semibold [overflow-wrap:anywhere]">{organisation}</bdi>
          ) : (
            <DidWithIdenticon did={did} />
          )}
        </a>
        {did !== null && (
          <p className="mt-0.5">
            <bdi className="[overflow-wrap:anywhere]">{organisation}</bdi>
          </p>
        )}
        {purpose && (
          <p className="mt-1 line-clamp-2 max-w-[72ch] text-ink-2">
            <bdi className="[overflow-wrap:anywhere]">{purpose}</bdi>
          </p>
        )}
      </div>
      <p className="text-ink-3 text-xs md:text-right">{did === null ? "An organisation" : "An agent"}</p>
    </li>
  );
}
