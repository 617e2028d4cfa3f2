/** Returns the address of an RFC's page. */
export function rfcHref(number: number): string {
  return `/rfcs/${number}`;
}
