import { pageTexts } from "@/components/layout/texts";
import { NoticeMark } from "@/components/marks/notice-mark";
import { incidentHref } from "@/lib/features/incidents/view/address";
import type { StatusNotice } from "@/lib/features/status/schema";

interface StatusBandProps {
  /** The worst first. Null if they cannot be read. */
  notices: readonly StatusNotice[] | null;
  /** The page's own path. */
  path: string;
  /** The version of the API, not of this build. */
  apiVersion: string;
}

const LOOKS: Partial<Record<StatusNotice["kind"], string>> = {
  critical: "bg-sev-critical-wash px-3 text-sev-critical",
  frozen: "bg-frozen-wash px-3 text-frozen",
};
const PLAIN = "text-ink";
/** The beginning of a notice, for which a phone has room. */
const SHORT = /^\d+ (?:more )?open|^Maintenance/;
const asideHref = ({ kind }: StatusNotice) => (kind === "planned" ? "/status#maintenance" : "/status");

/**
 * Shows the band at the top of every page: the network, the status of the service, and the API's version. It is one
 * row, also on a phone.
 */
export function StatusBand({ notices, path, apiVersion }: StatusBandProps) {
  const [first, ...rest] = notices ?? [];
  // Maintenance ahead, or an open incident, has its own link only if nothing is worse. Otherwise it is counted with the others.
  const open = first?.kind === "operational" ? rest[0] : undefined;
  const short = SHORT.exec(open?.text ?? "")?.[0] ?? "";
  const others = rest.filter((notice) => notice !== open);
  return (
    <section aria-label="Service status" className="border-hair border-b bg-sunk text-ink-2 text-xs">
      <div className="sheet flex min-h-11 items-stretch gap-x-4 md:min-h-9">
        <span className="shrink-0 self-center border border-rule px-2 font-semibold text-ink leading-5">Testnet</span>
        {first === undefined ? (
          <span className="self-center">{pageTexts.unavailable}</span>
        ) : (
          <a
            href="/status"
            aria-current={path === "/status" ? "page" : undefined}
            className={`flex min-w-0 items-center gap-2 font-semibold no-underline hover:underline ${LOOKS[first.kind] ?? PLAIN}`}
          >
            <NoticeMark kind={first.kind} />
            <bdi className="min-w-0 truncate">{first.text}</bdi>
            {others.length > 0 && (
              <span className={`shrink-0 ${open ? "max-sm:sr-only" : ""}`}>{`+${others.length} more`}</span>
            )}
          </a>
        )}
        {open && (
          <a
            href={open.incident === undefined ? asideHref(open) : incidentHref(open.incident)}
            className="flex shrink-0 items-center gap-2 font-semibold text-ink no-underline hover:underline"
          >
            <NoticeMark kind={open.kind} />
            <span>
              {short}
              <span className="max-sm:sr-only">{open.text.slice(short.length)}</span>
            </span>
          </a>
        )}
        <span className="ml-auto hidden shrink-0 self-center md:inline">{`API ${apiVersion}`}</span>
      </div>
    </section>
  );
}
