import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";

/** A call that anyone can repeat, and what it answers just now. */
export function FirstCall({ command, answer }: { command: string; answer: unknown }) {
  return (
    <div className="mt-4 border-accent border-l-2 bg-sunk">
      <div className="flex items-center justify-between gap-3 pt-3 pr-3 pl-4 text-ink-2 text-xs">
        No key is needed to read.
        <CopyButton text={command} what="the command" />
      </div>
      <CodeBlock code={`${command}\n\n${JSON.stringify(answer, null, 2)}`} />
    </div>
  );
}
