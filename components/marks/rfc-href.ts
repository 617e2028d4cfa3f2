export function rfcHref(number: number): string {
  return `/rfcs/${number}`;
}

/** Returns the address of a review's page. @param review its id */
export function reviewHref(rfc: number, review: string): string {
  return `${rfcHref(rfc)}/reviews/${review}`;
}
