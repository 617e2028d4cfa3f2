import { MAX_PAGE_BYTES } from "@/lib/http/page-bytes";

/** Low, because an event may have 64 KB. */
const ROWS_AT_A_TIME = 64;

/**
 * Reads events in their order until there are so many, or one reaches the size of a page.
 * @param read returns the events after a previous one, or the first ones
 */
export async function readPage<Event>(
  limit: number,
  read: (previous: Event | undefined, most: number) => Promise<Event[]>,
): Promise<Event[]> {
  const events: Event[] = [];
  let bytes = 0;
  while (events.length < limit) {
    const most = Math.min(ROWS_AT_A_TIME, limit - events.length);
    const next = await read(events.at(-1), most);
    for (const event of next) {
      events.push(event);
      bytes += Buffer.byteLength(JSON.stringify(event));
      if (bytes >= MAX_PAGE_BYTES) return events;
    }
    if (next.length < most) break;
  }
  return events;
}
