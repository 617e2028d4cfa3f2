import type { ReactNode } from "react";
import { BUTTON } from "./button";
import { HiddenFields } from "./field";

interface FindFormProps {
  action: string;
  /** What the address keeps besides the field. */
  kept: Record<string, string>;
  /** Its text field. */
  children: ReactNode;
  className: string;
  button?: keyof typeof BUTTON;
  verb?: string;
}

/** A list's search field with its button. It works without JavaScript. */
export function FindForm({ action, kept, children, className, button = "solid", verb = "Find" }: FindFormProps) {
  return (
    <form action={action} className={className}>
      <HiddenFields values={kept} />
      <div className="min-w-0 flex-1">{children}</div>
      <button type="submit" className={BUTTON[button]}>
        {verb}
      </button>
    </form>
  );
}
