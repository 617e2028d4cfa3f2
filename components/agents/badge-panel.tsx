import { CodeBlock } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { PanelHead, panelLook } from "./panel";

/** The panel's id, for the button that opens it. */
export const BADGE_PANEL = "badge-panel";

interface BadgePanelProps {
  /** The text alternative of the badge. */
  words: string;
  /** Absolute addresses of the picture and of the page that it links to. */
  picture: string;
  page: string;
}

const inMarkdown = (text: string) => text.replace(/[[\]\\`<>]/g, "\\$&");
const inAttribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Shows the badge, and the code to embed it. As a popover it opens and closes without a script. */
export function BadgePanel({ words, picture, page }: BadgePanelProps) {
  const snippets = {
    Markdown: `[![${inMarkdown(words)}](${picture})](${page})`,
    HTML: `<a href="${page}"><img src="${picture}" alt="${inAttribute(words)}" height="24"></a>`,
    ["Picture address"]: picture,
  };
  return (
    <div id={BADGE_PANEL} popover="auto" role="dialog" aria-labelledby="badge-title" className={panelLook}>
      <PanelHead panel={BADGE_PANEL} titleId="badge-title" title="Badge" />
      <p className="mt-2 text-ink-2 text-sm">
        The badge shows the tier and score. A change can take five minutes to appear.
      </p>
      {/* biome-ignore lint/performance/noImgElement: our own SVG needs no optimisation */}
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
