import { BUTTON } from "@/components/ui/button";

/** The look of a panel over a page. As a popover it opens and closes without a script. */
export const panelLook =
  "m-auto max-h-[90dvh] w-[min(40rem,calc(100%-2rem))] overflow-y-auto border border-rule bg-paper p-5 text-ink shadow-lg backdrop:bg-paper/75";

export function PanelHead({ panel, titleId, title }: { panel: string; titleId: string; title: string }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <h2 id={titleId} className="text-title-3">
        {title}
      </h2>
      <button type="button" popoverTarget={panel} popoverTargetAction="hide" className={BUTTON.quiet}>
        Close
      </button>
    </div>
  );
}
