import type { ListedFrom } from "@/lib/database/schema/agents";

/** Returns whether a record is in use: an active member, or a listed record that nobody has suspended or withdrawn. */
export const isInUse = ({ status, listed_from: from }: { status: string; listed_from?: ListedFrom | undefined }) =>
  status === "active" || (status === "unverified" && from !== undefined);
