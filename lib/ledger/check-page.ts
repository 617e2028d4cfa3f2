import { HASH_BYTES } from "./entry";
import { sha256 } from "./sha256";
import { entriesOf, type StoredPage } from "./stored-page";
import { type CheckedRange, checkEntry, endAt, type Fault } from "./verify";

export interface PageToCheck {
  page: StoredPage;
  /** The origin line of the page's log. */
  origin: string;
}

/** The result of checking a page alone. The caller that joins the pages must check what the first entry follows. */
export interface CheckedPage {
  /** The correct entries before the first incorrect one, or null if there are none. */
  range: CheckedRange | null;
  /** The fault of the first incorrect entry. */
  fault: Fault | null;
  /** The entries whose content was erased. */
  erased: { seq: number; id: string }[];
}

/** Recomputes the entries of a page. Needs only the page, so several threads can check one log. */
export function checkPage({ page, origin }: PageToCheck): CheckedPage {
  const stored = entriesOf(page, origin);
  const first = stored[0]?.entry;
  if (!first) return { range: null, fault: null, erased: [] };
  const leaves = new Uint8Array(stored.length * HASH_BYTES);
  let right = 0;
  const erased: CheckedPage["erased"] = [];
  let end = { size: first.seq - 1, lastHash: first.prev_hash, lastAt: "" };
  const checked = (fault: Fault | null) => ({
    range: { first, leaves: leaves.subarray(0, right * HASH_BYTES), end },
    fault,
    erased,
  });
  for (const { entry, content } of stored) {
    const { seq, id } = entry;
    const missing = content === "broken";
    const leaf = checkEntry(sha256, origin, end, entry, missing ? null : content);
    if (typeof leaf === "string") return checked({ seq, id, reason: leaf });
    if (missing) return checked({ seq, id, reason: "the content that it commits to is missing, in whole or in part" });
    if (content === null) erased.push({ seq, id });
    leaves.set(leaf, right * HASH_BYTES);
    right += 1;
    end = endAt(entry);
  }
  return checked(null);
}
