/** The cookie of a console session over plain HTTP, and over TLS, where browsers then refuse to take it from elsewhere. */
export const SESSION_COOKIE = "console-session";
export const SECURE_SESSION_COOKIE = `__Secure-${SESSION_COOKIE}`;

/**
 * The secret of a console session.
 * @param cookie looks up a cookie by its name
 * @param protocol by which the request came, as far as the edge knows; over TLS only the secure cookie counts
 */
export function sessionSecret(
  cookie: (name: string) => string | undefined,
  protocol: string | undefined,
): string | undefined {
  return cookie(SECURE_SESSION_COOKIE) ?? (protocol === "https" ? undefined : cookie(SESSION_COOKIE));
}

/** Reads one cookie of a Cookie header (RFC 6265, 4.2.1). */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
