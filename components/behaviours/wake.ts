const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "focusin"];

/** Begins the scripts of a page with React at rest (`lib/edge/document.ts`) once a visitor does something on it. */
export function wakeAtFirstSign(): void {
  const once = new AbortController();
  const wake = (sign: Event) => {
    // A browser tells a page that comes to lie under a pointer so, as a move to where it was.
    if (sign.type === "pointermove" && sign instanceof MouseEvent && !sign.movementX && !sign.movementY) return;
    once.abort();
    for (const held of document.querySelectorAll("script[data-wakes]")) {
      const script = document.createElement("script");
      // As Next and React know them: by the address as it stands, and async.
      script.async = true;
      script.src = held.getAttribute("src") ?? "";
      document.head.append(script);
    }
  };
  for (const sign of SIGNS) addEventListener(sign, wake, { passive: true, signal: once.signal });
}
