import { CodeBlock } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { PanelHead, panelLook } from "./panel";

/** The panel's id, for the button that opens it. */
export const BADGE_PANEL = "badge-panel";

interface BadgePanelProps {
  /** Who it tells of, in words. */
  words: string;
  /** Absolute addresses of the picture and of the page that it leads to. */
  picture: string;
  page: string;
}

const inMarkdown = (text: string) => text.replace(/[[\]\\`<>]/g, "\\$&");
const inAttribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The badge, and what to paste where it shall be shown. A popover: it opens and closes without a script. */
export function BadgePanel({ words, picture, page }: BadgePanelProps) {
  const snippets = {
    Markdown: `[![${inMarkdown(words)}](${picture})](${page})`,
    HTML: `<a href="${page}"><img src="${picture}" alt="${inAttribute(words)}" height="24"></a>`,
    "Picture address": picture,
  };
  return (
    <div id={BADGE_PANEL} popover="auto" role="dialog" aria-labelledby="badge-title" className={panelLook}>
      <PanelHead panel={BADGE_PANEL} titleId="badge-title" title="Badge" />
      <p className="mt-2 text-ink-2 text-sm">It shows the tier and the score as they are when somebody looks.</p>
      {/* biome-ignore lint/performance/noImgElement: an SVG of our own has nothing to be optimised */}
      <img src={new URL(picture).pathname} alt={words} height="24" loading="lazy" className="mt-3 h-6" />
      {Object.entries(snippets).map(([name, code]) => (
        <div key={name} className="mt-4">
          <div className="flex items-end justify-between pb-1">
            <h3 className="font-sans text-ink-2 text-xs">{name}</h3>
            <CopyButton text={code} what={`the badge: ${name}`} />
          </div>
          <CodeBlock code={code} />
        </div>
      ))}
    </div>
  );
}
