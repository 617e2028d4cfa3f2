import { partsOfDid } from "@/lib/identity/did";
import type { ChangeKind } from "./schema";

/** Filters of changes. An absent filter matches every change. */
export interface ChangeFilters {
  kinds?: readonly ChangeKind[] | undefined;
  dids?: readonly string[] | undefined;
  /** Changes about an agent of one of these zones, in any case. */
  zones?: readonly string[] | undefined;
}

/** The fields that filters compare. */
interface Filtered {
  kind: ChangeKind;
  dids: readonly string[];
}

/** Returns whether a change passes all filters. The SQL of `readChanges` must decide the same. */
export function isWanted({ kind, dids }: Filtered, filters: ChangeFilters): boolean {
  if (filters.kinds && !filters.kinds.includes(kind)) return false;
  if (filters.dids && !dids.some((did) => filters.dids?.includes(did))) return false;
  const zones = filters.zones?.map((zone) => zone.toLowerCase());
  return !zones || dids.some((did) => zones.includes(partsOfDid(did).zone.toLowerCase()));
}

export function isFiltered({ kinds, dids, zones }: ChangeFilters): boolean {
  return kinds !== undefined || dids !== undefined || zones !== undefined;
}
