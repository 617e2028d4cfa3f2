import type { ReactNode } from "react";
import { BUTTON } from "./button";

interface PageFormProps {
  action: (form: FormData) => Promise<void>;
  className?: string;
  children: ReactNode;
}

/** A form that the browser sends, once (`components/behaviours/send.ts`); the page that answers says what is wrong. */
export function PageForm({ children, ...form }: PageFormProps) {
  return (
    <form {...form} data-sent="once" noValidate>
      {children}
      <p data-offline hidden role="alert" className="mt-4 border-2 border-ink bg-raised px-4 py-3 text-sm">
        There is no connection, so this was not sent. What you typed is still here: send it again once there is one.
      </p>
    </form>
  );
}

/** Sends its form. */
export function SendButton({ children }: { children: ReactNode }) {
  return (
    <button
      type="submit"
      className={`${BUTTON.solid} [form[aria-busy=true]_&]:cursor-progress [form[aria-busy=true]_&]:opacity-70`}
    >
      {children}
    </button>
  );
}
