"use client";

import { useEffect } from "react";
import type { FormState } from "@/lib/http/form-state";

export function useRedirect(state: FormState<{ to: string }>): void {
  const to = state.outcome === "done" ? state.value.to : undefined;
  useEffect(() => {
    // A full load, because the present page showed data of the earlier session.
    if (to !== undefined) window.location.replace(to);
  }, [to]);
}
