import { settings } from "@/lib/env";

/** This service's address as the client sees it: PUBLIC_URL, else from the headers that the edge has vetted. */
export function publicUrl(request: Request): string {
  const { PUBLIC_URL } = settings();
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/+$/, "");
  const host = request.headers.get("x-forwarded-host") ?? request.headers.get("host") ?? "localhost";
  return `${request.headers.get("x-forwarded-proto") ?? "http"}://${host}`;
}
