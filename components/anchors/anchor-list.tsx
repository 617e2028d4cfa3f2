import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { PublicAnchor } from "@/lib/features/anchors/schema";
import { ShortHash } from "./short-hash";

/** Lists anchors, newest first. They need not be neighbours in their log. */
export function AnchorList({ anchors }: { anchors: readonly PublicAnchor[] }) {
  return (
    <ol className="border-total border-t">
      {anchors.map(({ id, hash, created_at, validation_status }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-hair border-b py-2.5 text-sm"
        >
          <a href={`/anchors/${id}`} className="inline-flex items-center max-md:min-h-11">
            <span>
              <RelativeTime instant={created_at} />
            </span>
          </a>
          <span className="text-ink-2 text-xs">{validation_status}</span>
          <span className="flex items-center gap-3">
            <ShortHash hash={hash} />
            <CopyButton text={hash} what={`the hash ${hash.slice(0, 8)}`} />
          </span>
        </li>
      ))}
    </ol>
  );
}
