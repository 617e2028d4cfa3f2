import { changesByKind, isBreaking } from "@/lib/features/releases/rules";
import type { ReleasedChange } from "@/lib/features/releases/schema";
import { ChangeText } from "./change-text";

/**
 * Lists the changes of a release by kind, each kind folded. A kind with a breaking change is open. The browser opens
 * the kind of a change that the address names, without a script.
 */
export function ChangeGroups({ changes, level = 3 }: { changes: readonly ReleasedChange[]; level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
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
              <Heading className="font-sans font-semibold text-sm">{kind}</Heading>
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
            <ul className="changes pb-3 md:pl-5.5">
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
    <li id={slug}>
      <p>
        {first !== "" && <b className="font-semibold">{first}</b>}
        <ChangeText text={rest} />
      </p>
      <Permalink to={slug} what="this change" />
    </li>
  );
}

export function Permalink({ to, what }: { to: string; what: string }) {
  return (
    <a href={`#${to}`} aria-label={`Permalink to ${what}`} className="permalink">
      #
    </a>
  );
}
