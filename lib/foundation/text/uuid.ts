const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns whether a text is a UUID (RFC 9562), in any case. PostgreSQL rejects a comparison of an id with anything
 * else.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
