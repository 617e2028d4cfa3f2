"use client";

import { useSyncExternalStore } from "react";
import { CONTROL } from "@/components/ui/field";

/** Asks for the token of trials. The input has no name, so no form can send it anywhere else. */
export function TokenField({ id }: { id: string }) {
  return (
    <div>
      <label htmlFor={id} className="block font-semibold text-sm">
        Token
      </label>
      <p id={`${id}-hint`} className="mt-0.5 text-ink-3 text-xs">
        One token for all trials. It stays in this page’s memory only, and is gone when you reload the page.
      </p>
      <input
        id={id}
        type="password"
        value={useToken()}
        onChange={(event) => setToken(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        placeholder="fgs_…"
        className={`${CONTROL} mt-1.5 font-mono text-sm`}
      />
    </div>
  );
}

/** The token of trials. It exists only in this page's memory, and is lost at the next load. */
let token = "";
const readers = new Set<() => void>();

function setToken(typed: string): void {
  token = typed.trim();
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

export function useToken(): string {
  return useSyncExternalStore(
    subscribe,
    () => token,
    () => "",
  );
}
