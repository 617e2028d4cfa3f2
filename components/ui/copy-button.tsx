"use client";

import { useEffect, useState } from "react";

const SHOW_MILLISECONDS = 2_000;

/** Puts a text on the clipboard and says so. @param what names the text, for those who cannot see it */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(setState, SHOW_MILLISECONDS, "idle");
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={`Copy ${what}`}
      className="min-h-8 min-w-18 cursor-pointer border border-rule px-2.5 font-medium text-accent text-xs hover:bg-accent-wash"
    >
      <span aria-live="polite">{{ idle: "Copy", copied: "Copied", failed: "Select it" }[state]}</span>
    </button>
  );
}
