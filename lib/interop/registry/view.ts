import type { ListedFrom } from "@/lib/database/schema/agents";
import { OFFICIAL_META } from "@/lib/features/agents/manifests/published-server";
import { isVerified } from "@/lib/features/trust/rules";
import { trimEndOf } from "@/lib/foundation/text/trim";
import type { Tier } from "@/lib/identity/tiers";
import { standingKey } from "./rules";
import type { ServerResponse, ServerStanding } from "./schema";

/** A listed server, and its agent. */
export interface ServerRow {
  did: string;
  server: Record<string, unknown>;
  official: Record<string, unknown> | null;
  listed: boolean;
  changedAt: Date;
  status: string;
  deprecatedAt: Date | null;
  successor: string | null;
  trustTier: Tier;
  trustScore: number;
  trustAsOf: string;
  isDemo: boolean;
  /** The list that the record was copied from; null for a member. */
  listedFrom: ListedFrom | null;
}

/** This registry, which makes the statement. */
interface Registry {
  PUBLIC_URL?: string | undefined;
  FEDERATION_NAME: string;
}

/** Fields that identify a server but are not enough to install it. */
const NAMING = ["$schema", "name", "title", "description", "version"];

function statusOf({ listed, status, deprecatedAt }: ServerRow): ServerStanding["status"] {
  if (!listed || status === "suspended" || status === "withdrawn") return "deleted";
  return deprecatedAt ? "deprecated" : "active";
}

/**
 * Returns a server in the registry's form. For a deleted one, leaves out the data of another registry, which may call
 * it active.
 * @param asOf a later change gets this time, because the next list contains it again
 * @param statement the signed statement of the standing, a compact JWS
 */
export function viewServer(
  row: ServerRow,
  asOf: Date,
  { PUBLIC_URL, FEDERATION_NAME }: Registry,
  statement?: string,
): ServerResponse {
  const status = statusOf(row);
  const isGone = status === "deleted";
  const named = Object.entries(row.server).filter(([field]) => NAMING.includes(field));
  const standing: ServerStanding = {
    did: row.did,
    status,
    ...(row.successor === null ? {} : { successor: row.successor }),
    trust_tier: row.trustTier,
    trust_score: row.trustScore,
    verified: isVerified({ ...row, listed: row.listedFrom }),
    ...(row.listedFrom ? { listed_from: row.listedFrom } : {}),
    verified_by: FEDERATION_NAME,
    as_of: row.trustAsOf,
    is_demo: row.isDemo,
    ...(PUBLIC_URL === undefined
      ? {}
      : { profile: `${trimEndOf(PUBLIC_URL, "/")}/agents/${encodeURIComponent(row.did)}` }),
    ...(statement === undefined ? {} : { statement }),
    updated_at: (row.changedAt < asOf ? row.changedAt : asOf).toISOString(),
  };
  return {
    server: isGone ? Object.fromEntries(named) : row.server,
    _meta: {
      [standingKey(PUBLIC_URL)]: standing,
      ...(isGone || row.official === null ? {} : { [OFFICIAL_META]: row.official }),
    },
  };
}
