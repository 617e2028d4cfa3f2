import { CodeBlock } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";

interface BadgeSnippetProps {
  /** Who it tells of, in words. */
  words: string;
  /** Absolute addresses of the picture and of the page that it leads to. */
  picture: string;
  page: string;
}

const inMarkdown = (text: string) => text.replace(/[[\]\\`<>]/g, "\\$&");
const inAttribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The badge, and what to paste where it shall be shown. */
export function BadgeSnippet({ words, picture, page }: BadgeSnippetProps) {
  const snippets = {
    Markdown: `[![${inMarkdown(words)}](${picture})](${page})`,
    HTML: `<a href="${page}"><img src="${picture}" alt="${inAttribute(words)}" height="24"></a>`,
  };
  return (
    <details className="mt-3 text-sm">
      <summary>Show this standing elsewhere</summary>
      {/* biome-ignore lint/performance/noImgElement: an SVG of our own has nothing to be optimised */}
      <img src={new URL(picture).pathname} alt={words} height="24" loading="lazy" className="mt-3 h-6" />
      {Object.entries(snippets).map(([name, code]) => (
        <div key={name} className="mt-3">
          <div className="flex items-end justify-between pb-1">
            <span className="text-ink-2 text-xs">{name}</span>
            <CopyButton text={code} what={`the badge as ${name}`} />
          </div>
          <CodeBlock code={code} wraps />
        </div>
      ))}
    </details>
  );
}
