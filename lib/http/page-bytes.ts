/** A page of a list whose rows differ much in size ends with the row that reaches this number. */
export const MAX_PAGE_BYTES = 1_000_000;

/** Returns how many of the rows a page has: up to the one that reaches the size, so at least one. */
function countFitting(rows: readonly unknown[]): number {
  let bytes = 0;
  const last = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes >= MAX_PAGE_BYTES;
  });
  return last < 0 ? rows.length : last + 1;
}

/** Returns the rows of a page with their number as its `limit`, if they are too large for the given limit. */
export function fitPage<Row>(rows: readonly Row[], limit: number): { rows: readonly Row[]; limit: number } {
  const fitting = countFitting(rows);
  return fitting < rows.length ? { rows: rows.slice(0, fitting), limit: fitting } : { rows, limit };
}
