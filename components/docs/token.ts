"use client";

import { useSyncExternalStore } from "react";

/** The token that trials are sent with: in this page's memory only, gone with the next load. */
let token = "";
const readers = new Set<() => void>();

export function setToken(typed: string): void {
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
