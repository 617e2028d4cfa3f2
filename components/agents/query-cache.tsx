"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

/** Long enough that what the server has just rendered is not asked for again. */
const STALE_MILLISECONDS = 30_000;

/** The service may be on this very machine, so it is asked even where the browser knows no network. */
const QUERIES = { staleTime: STALE_MILLISECONDS, retry: 1, networkMode: "always", refetchOnReconnect: true } as const;

/** The browser's cache of the API's answers, for those pages alone that go on asking. */
export function QueryCache({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: QUERIES } }));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
