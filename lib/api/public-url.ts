import { settings } from "@/lib/env";

/** This service's address as the client sees it: PUBLIC_URL, else from the headers that the edge has vetted. */
export function publicUrl({ headers }: { headers: Pick<Headers, "get"> }): string {
  const { PUBLIC_URL } = settings();
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/+$/, "");
  const host = headers.get("x-forwarded-host") ?? headers.get("host") ?? "localhost";
  return `${headers.get("x-forwarded-proto") ?? "http"}://${host}`;
}
