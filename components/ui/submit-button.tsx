"use client";

import type { ReactNode } from "react";
import { useFormStatus } from "react-dom";
import { BUTTON } from "./button";

interface SubmitButtonProps {
  look?: keyof typeof BUTTON;
  children: ReactNode;
}

/** Sends its form once. Until the response arrives, it says so and does nothing. */
export function SubmitButton({ look = "solid", children }: SubmitButtonProps) {
  const { pending } = useFormStatus();
  return (
    <button
      type="submit"
      aria-disabled={pending}
      onClick={(event) => pending && event.preventDefault()}
      className={`${BUTTON[look]} aria-disabled:cursor-progress aria-disabled:opacity-70`}
    >
      {children}
    </button>
  );
}
