"use client";

import { useEffect } from "react";
import { ownValue } from "@/lib/foundation/own-values";

const TYPED_IN = "input, textarea, select, [contenteditable]";
const CONTROLS = "select, textarea, input:not([type=hidden]), button";

const rows = () => [...document.querySelectorAll<HTMLAnchorElement>("[data-row-link]")];
/** Where the reader was, in case that row has gone. */
let place = -1;

/** Moves the focus to another row, and keeps it in sight. */
function move(step: number): void {
  const links = rows();
  const focused = links.findIndex((link) => link.closest("[data-row]")?.contains(document.activeElement));
  const at = focused >= 0 ? focused + step : step > 0 && place < 0 ? 0 : place + Math.min(step, 0);
  place = Math.max(0, Math.min(at, links.length - 1));
  links[place]?.focus();
  links[place]?.closest("[data-row]")?.scrollIntoView({ block: "nearest" });
}

/** Returns a part of the row that has the focus. A key pressed by mistake elsewhere does nothing. */
function inRow<E extends HTMLElement>(selector: string): E | null {
  return document.activeElement?.closest("[data-row]")?.querySelector<E>(selector) ?? null;
}

function focusForm(form: HTMLFormElement | undefined): void {
  const folded = form?.closest("details");
  if (folded) folded.open = true;
  form?.querySelector<HTMLElement>(CONTROLS)?.focus();
}

/** The forms that decide, in the order of the page. */
const decisions = () =>
  [...document.querySelectorAll<HTMLFormElement>("main form")].filter((form) => !form.closest("[data-work]"));

const KEYS: Record<string, () => void> = {
  j: () => move(1),
  k: () => move(-1),
  t: () => inRow<HTMLButtonElement>("[data-row-take] button")?.click(),
  a: () => inRow<HTMLElement>("[data-row-note]")?.click(),
  x: () => inRow<HTMLInputElement>("[data-row-mark]")?.click(),
  n: () => document.querySelector<HTMLAnchorElement>("a[data-next]")?.click(),
  q: () => document.querySelector<HTMLAnchorElement>("a[data-queue]")?.click(),
};

function press(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  const typing = target instanceof Element ? target.closest<HTMLInputElement>(TYPED_IN) : null;
  if (key === "Enter" && (ctrlKey || metaKey) && typing?.form) {
    event.preventDefault();
    typing.form.requestSubmit();
    return;
  }
  if (typing || altKey || ctrlKey || metaKey) return;
  const isRow = target instanceof Element && target.matches("[data-row-link]");
  const arrow = isRow ? ownValue({ ArrowDown: 1, ArrowUp: -1 }, key) : undefined;
  const act = ownValue(KEYS, key);
  const isDigit = /^[1-9]$/.test(key) && document.querySelector("[data-work]") !== null;
  if (arrow === undefined && act === undefined && !isDigit) return;
  event.preventDefault();
  if (arrow !== undefined) move(arrow);
  else if (act) act();
  else focusForm(decisions()[Number(key) - 1]);
}

/** Lets operators work without a mouse. */
export function ConsoleKeys() {
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return null;
}

const WORDS = [
  ["j, k", "next, previous"],
  ["Enter", "open"],
  ["t", "assign to me"],
  ["a", "assign to another, or write a note"],
  ["x", "mark"],
] as const;

const WORDS_OF_ITEM = [
  ["1 to 9", "a decision"],
  ["Ctrl+Enter", "send"],
  ["n", "next"],
  ["q", "all waiting items"],
] as const;

/** Names the keys. @param item whether the page shows one item */
export function KeyHelp({ item = false }: { item?: boolean }) {
  return (
    <>
      <ConsoleKeys />
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-xs noscript:hidden max-md:hidden">
        {(item ? WORDS_OF_ITEM : WORDS).map(([key, does]) => (
          <span key={key}>
            <kbd className="border border-rule px-1 font-mono">{key}</kbd> {does}
          </span>
        ))}
      </p>
    </>
  );
}
