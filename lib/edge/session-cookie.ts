import type { SessionArea } from "@/lib/identity/session-area";

/** The names of a session's cookie: over plain HTTP, and over TLS, where browsers accept it only over TLS. */
export const sessionCookies = (area: SessionArea) =>
  ({ plain: `${area}-session`, secure: `__Secure-${area}-session` }) as const;

/**
 * Returns the secret of a session.
 * @param cookie looks up a cookie by its name
 * @param protocol of the request, as far as the edge knows; over TLS only the secure cookie is used
 */
export function sessionSecret(
  area: SessionArea,
  cookie: (name: string) => string | undefined,
  protocol: string | undefined,
): string | undefined {
  const { plain, secure } = sessionCookies(area);
  return cookie(secure) ?? (protocol === "https" ? undefined : cookie(plain));
}
