import { changesByKind, isBreaking } from "@/lib/features/releases/rules";
import type { ReleasedChange } from "@/lib/features/releases/schema";
import { ChangeText } from "./change-text";

/**
 * Lists the changes of a release by kind, each kind folded. A kind with a breaking change is open. The browser opens
 * the kind of a change that the address names, without a script.
 */
export function ChangeGroups({ changes }: { changes: readonly ReleasedChange[] }) {
  return (
    <div className="mt-4 border-hair border-b">
      {changesByKind(changes).map(({ kind, changes: ofKind }) => {
        const breaking = ofKind.filter(isBreaking).length;
        return (
          <details key={kind} open={breaking > 0} className="group border-hair border-t">
            <summary className="flex min-h-11 list-none items-center gap-3 text-sm [&::-webkit-details-marker]:hidden">
              <svg
                aria-hidden
                width="10"
                height="10"
                viewBox="0 0 10 10"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                className="shrink-0 text-accent group-open:rotate-90"
              >
                <path d="M3 1l4 4-4 4" />
              </svg>
              <h3 className="font-sans font-semibold text-sm">{kind}</h3>
              <span className="text-ink-2 tabular-nums">
                {ofKind.length}
                <span className="sr-only">{ofKind.length === 1 ? " change" : " changes"}</span>
              </span>
              {breaking > 0 && (
                <span className="border border-ink-2 px-1.5 font-semibold text-xs leading-5">
                  {`${breaking} breaking`}
                </span>
              )}
            </summary>
            <ul className="pb-3 md:pl-5.5">
              {ofKind.map((change) => (
                <ChangeLine key={change.slug} change={change} />
              ))}
            </ul>
          </details>
        );
      })}
    </div>
  );
}

function ChangeLine({ change }: { change: ReleasedChange }) {
  const { slug, text } = change;
  const [first = "", rest = ""] = isBreaking(change) ? text.split(/(?<=^Breaking:)/) : ["", text];
  return (
    <li
      id={slug}
      className="flex max-w-[80ch] scroll-mt-4 items-start justify-between gap-2 border-transparent border-l-3 py-1 text-sm target:border-accent target:bg-accent-wash max-md:items-center md:-ml-2 md:pl-2"
    >
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {first !== "" && <b className="font-semibold">{first}</b>}
        <ChangeText text={rest} />
      </p>
      <Permalink to={slug} what="this change" />
    </li>
  );
}

/** Links a place on this page, for visitors who need its address. */
export function Permalink({ to, what }: { to: string; what: string }) {
  return (
    <a
      href={`#${to}`}
      aria-label={`Permalink to ${what}`}
      className="inline-grid shrink-0 place-items-center px-2 text-ink-3 text-sm no-underline hover:text-accent hover:underline max-md:min-h-11 max-md:min-w-11"
    >
      #
    </a>
  );
}
