import { HASH_BYTES } from "./entry";
import { sha256 } from "./sha256";
import { entriesOf, type StoredPage } from "./stored-page";
import { checkEntry, endAt, type Fault, type Stretch } from "./verify";

export interface PageToCheck {
  page: StoredPage;
  /** Of the log that it is a page of. */
  origin: string;
  /** Whether what its entries commit to may have been erased. */
  erasable: boolean;
}

/** What a page shows by itself. What its first entry follows, whoever puts the pages together must check. */
export interface CheckedPage {
  /** The entries found right, and the first that was not; null where the page is empty. */
  stretch: Stretch | null;
  /** What is wrong with the first entry that is not right. */
  fault: Fault | null;
  /** Those whose content was erased. */
  erased: { seq: number; id: string }[];
}

/** Recomputes the entries of a page. Needs nothing but the page, so that threads can share a log. */
export function checkPage({ page, origin, erasable }: PageToCheck): CheckedPage {
  const stored = entriesOf(page, origin);
  const first = stored[0]?.entry;
  if (!first) return { stretch: null, fault: null, erased: [] };
  const leaves = new Uint8Array(stored.length * HASH_BYTES);
  let right = 0;
  const erased: CheckedPage["erased"] = [];
  let end = { size: first.seq - 1, lastHash: first.prev_hash, lastAt: "" };
  const checked = (fault: Fault | null) => ({
    stretch: { first, leaves: leaves.subarray(0, right * HASH_BYTES), end },
    fault,
    erased,
  });
  for (const { entry, content } of stored) {
    const { seq, id } = entry;
    const missing = content === "broken" || (content === null && !erasable);
    const leaf = checkEntry(sha256, origin, end, entry, missing ? null : content);
    if (typeof leaf === "string") return checked({ seq, id, reason: leaf });
    if (missing) return checked({ seq, id, reason: "what it commits to is missing, in whole or in part" });
    if (content === null) erased.push({ seq, id });
    leaves.set(leaf, right * HASH_BYTES);
    right += 1;
    end = endAt(entry);
  }
  return checked(null);
}
