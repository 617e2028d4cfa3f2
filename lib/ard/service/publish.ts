import { findAgents } from "@/lib/agents/service/search";
import type { Context } from "@/lib/context";
import { settings } from "@/lib/env";
import { SPEC_VERSION } from "@/lib/versions";
import type { ArdEntry, Manifest } from "../schema";
import { serviceEntries } from "../view";
import { entriesOf, placeOf } from "./place";

const MEMBERS = 100;
/** What entries may take of 512 KB; the rest is for what is around them. */
const MAX_ENTRY_BYTES = 500_000;

/** The first entries that together are not too long. */
function firstThatFit(entries: readonly ArdEntry[]): ArdEntry[] {
  let bytes = 0;
  const end = entries.findIndex((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    return bytes > MAX_ENTRY_BYTES;
  });
  return entries.slice(0, end < 0 ? undefined : end);
}

/** Publishes this service, its registry, its tools, and the members that rank highest. */
export async function publishManifest(ctx: Context, origin: string): Promise<Manifest> {
  const place = placeOf(origin);
  const { FEDERATION_NAME: name } = settings();
  const { webDid } = place.publisher;
  const { agents } = await findAgents(ctx, { status: "active" }, { limit: MEMBERS, offset: 0, sort: "score" });
  const members = await entriesOf(ctx, agents, place);
  return {
    specVersion: "1.0",
    host: {
      displayName: name,
      ...(webDid === null ? {} : { identifier: webDid }),
      documentationUrl: `${origin}/docs`,
    },
    entries: firstThatFit([...serviceEntries(name, place, SPEC_VERSION), ...members]),
  };
}
