import type { ComponentProps } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Scroller } from "@/components/ui/scroller";

const CELL = "border-hair border-b py-2 pr-5 text-left align-top";

const TITLE = "mt-6 first:mt-0 font-semibold text-md";

/** The look of each part of a text. Its headings are below the section title of the page. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3 className={TITLE}>{children}</h3>,
  h2: ({ children }) => <h3 className={TITLE}>{children}</h3>,
  h3: ({ children }) => <h4 className={TITLE}>{children}</h4>,
  p: ({ children }) => <p className="mt-3 max-w-[68ch] first:mt-0">{children}</p>,
  ul: ({ children }) => <ul className="mt-3 max-w-[68ch] list-disc pl-6 marker:text-ink-3">{children}</ul>,
  ol: ({ children }) => <ol className="mt-3 max-w-[68ch] list-decimal pl-6 marker:text-ink-3">{children}</ol>,
  li: ({ children }) => <li className="py-1">{children}</li>,
  code: ({ children }) => <code className="font-mono text-[0.875em] [overflow-wrap:anywhere]">{children}</code>,
  pre: ({ children }) => (
    <Scroller
      as="pre"
      className="mt-4 overflow-x-auto border-accent border-l-2 bg-sunk p-4 font-mono text-xs leading-6 [&_code]:text-[1em] [&_code]:[overflow-wrap:normal]"
    >
      {children}
    </Scroller>
  ),
  table: ({ children }) => (
    <Scroller className="mt-4 overflow-x-auto">
      <table className="w-full border-total border-t text-sm">{children}</table>
    </Scroller>
  ),
  th: ({ children }) => <th className={`${CELL} font-semibold`}>{children}</th>,
  td: ({ children }) => <td className={`${CELL} min-w-24`}>{children}</td>,
};

interface MarkdownTextProps {
  text: string;
  /** Replaces the look of some parts. */
  components?: Components;
  remarkPlugins?: NonNullable<ComponentProps<typeof Markdown>["remarkPlugins"]>;
}

/**
 * Renders markdown on the server as a part of a page. HTML in it is shown as text. Only http and mailto links work.
 * Images are left out, so a page loads nothing from other hosts.
 */
export function MarkdownText({ text, components = {}, remarkPlugins = [] }: MarkdownTextProps) {
  return (
    <Markdown
      remarkPlugins={[remarkGfm, ...remarkPlugins]}
      components={{ ...COMPONENTS, ...components }}
      disallowedElements={["img"]}
    >
      {text}
    </Markdown>
  );
}
