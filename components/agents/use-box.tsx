import { BUTTON } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import type { Snippet } from "@/lib/features/agents/connect/snippets";
import { NamedPage } from "./agent-details";

interface UseBoxProps {
  direct: readonly Snippet[];
  /** Calls through the relay. */
  relayed: readonly Snippet[];
  /** The address of its source, or "". */
  repository: string;
  /** A warning above the ways, for a record that nobody here has checked. */
  care?: string | undefined;
}

/**
 * Shows ways to use an agent, one at a time: as an accordion, or as tabs where there is room (`.tabs` in
 * app/globals.css).
 */
export function UseBox({ direct, relayed, repository, care }: UseBoxProps) {
  const snippets = [...direct, ...relayed];
  return (
    <section id="use" aria-labelledby="use-it" className="scroll-mt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-2.5">
        <h2 id="use-it" className="text-title-3">
          Use it
        </h2>
        {relayed.length > 0 && <p className="text-ink-2 text-xs">Calls through the relay need a token.</p>}
      </div>
      {care && <p className="mb-3 border-ink border-l-4 pl-3.5 font-semibold text-sm">{care}</p>}
      {direct.length === 0 && (
        <p className="max-w-[64ch] pb-3 text-ink-2 text-sm">
          No connection details published.
          {repository && (
            <>
              {" "}
              Its repository may say how to run it: <NamedPage url={repository} />
            </>
          )}
        </p>
      )}
      {snippets.length > 0 && (
        <div className="tabs border border-rule bg-raised">
          {snippets.map((snippet, index) => (
            <details key={snippet.name} name="use" open={index === 0}>
              <summary>{snippet.name}</summary>
              <Pane {...snippet} />
            </details>
          ))}
        </div>
      )}
    </section>
  );
}

function Pane({ name, says, code, note, install }: Snippet) {
  return (
    <div className="px-4 pb-4 md:px-5 md:pt-3.5">
      <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">{says}</p>
      <div className="mt-2.5 border-accent border-l-3">
        <CodeBlock code={code} />
      </div>
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-ink-2 text-xs [overflow-wrap:anywhere]">{note}</p>
        {install && (
          <a href={install.href} rel="nofollow noopener" className={BUTTON.quiet}>
            {install.words}
          </a>
        )}
        <CopyButton text={code} what={`the snippet for ${name}`} />
      </div>
    </div>
  );
}
