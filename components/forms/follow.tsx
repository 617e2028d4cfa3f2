"use client";

import { useEffect } from "react";
import type { FormState } from "@/lib/http/form-state";

/** Goes where a form leads, once it is done. */
export function useFollow(state: FormState<{ to: string }>): void {
  const to = state.outcome === "done" ? state.value.to : undefined;
  useEffect(() => {
    // A page of its own, since the one before showed what only its session may see.
    if (to !== undefined) window.location.replace(to);
  }, [to]);
}
