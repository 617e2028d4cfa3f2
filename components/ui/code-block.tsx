import { Scroller } from "./scroller";

const WRAPS = "max-h-64 overflow-auto whitespace-pre-wrap p-3 leading-5 [overflow-wrap:anywhere]";
const SCROLLS = "overflow-x-auto p-4 leading-6";

/** Code or JSON as it is. Long lines scroll sideways, or wrap where it stands in a narrow column. */
export function CodeBlock({ code, wraps = false }: { code: string; wraps?: boolean }) {
  return (
    <Scroller as="pre" className={`bg-sunk font-mono text-xs ${wraps ? WRAPS : SCROLLS}`}>
      <code>{code}</code>
    </Scroller>
  );
}
