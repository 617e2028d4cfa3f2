import { BUTTON } from "@/components/ui/button";
import { BreakAtSlashes } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { PanelHead, panelLook } from "./panel";

/** The panel's id, for the button that opens it. */
export const FOLLOW_PANEL = "follow-panel";

interface FollowPanelProps {
  name: string;
  /** Absolute addresses of the feeds. */
  atom: string;
  json: string;
}

export function FollowPanel({ name, atom, json }: FollowPanelProps) {
  return (
    <div id={FOLLOW_PANEL} popover="auto" role="dialog" aria-labelledby="follow-title" className={panelLook}>
      <PanelHead panel={FOLLOW_PANEL} titleId="follow-title" title="Follow" />
      <p className="mt-2 text-ink-2 text-sm">
        Put one of these addresses into a feed reader. It then shows the changes, audits and incidents of{" "}
        <bdi>{name}</bdi>.
      </p>
      {Object.entries({ Atom: atom, ["JSON Feed"]: json }).map(([kind, address]) => (
        <div key={kind} className="mt-4 flex flex-wrap items-center gap-3 border-hair border-t pt-3">
          <div className="min-w-0 flex-1 basis-72">
            <h3 className="font-sans text-ink-2 text-xs">{kind}</h3>
            <code className="select-all font-mono text-xs [overflow-wrap:anywhere]">
              <BreakAtSlashes text={address} />
            </code>
          </div>
          <CopyButton text={address} what={`the address of the ${kind} feed`} />
          <a href={address} className={BUTTON.quiet}>
            Open
          </a>
        </div>
      ))}
    </div>
  );
}
