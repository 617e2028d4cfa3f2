import type { SessionArea } from "@/lib/session-area";

/** The cookies of a session: over plain HTTP, and over TLS, where browsers then refuse to take it from elsewhere. */
export const sessionCookies = (area: SessionArea) =>
  ({ plain: `${area}-session`, secure: `__Secure-${area}-session` }) as const;

/**
 * The secret of a session.
 * @param cookie looks up a cookie by its name
 * @param protocol by which the request came, as far as the edge knows; over TLS only the secure cookie counts
 */
export function sessionSecret(
  area: SessionArea,
  cookie: (name: string) => string | undefined,
  protocol: string | undefined,
): string | undefined {
  const { plain, secure } = sessionCookies(area);
  return cookie(secure) ?? (protocol === "https" ? undefined : cookie(plain));
}

/** Reads one cookie of a Cookie header (RFC 6265, 4.2.1). */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
