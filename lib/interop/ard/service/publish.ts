import type { Context } from "@/lib/authority/context";
import { findAgents } from "@/lib/features/directory/service/find-agents";
import { settings } from "@/lib/foundation/env";
import { SPEC_VERSION } from "@/lib/foundation/versions";
import type { ArdEntry, Manifest } from "../schema";
import { serviceEntries } from "../view";
import { entriesOf, entryContextOf } from "./entries";

const MEMBERS = 100;
/** The part of the 512 KB for entries. The rest is for the surrounding document. */
const MAX_ENTRY_BYTES = 500_000;

/** Returns the first entries that fit the limit together. */
function firstThatFit(entries: readonly ArdEntry[]): ArdEntry[] {
  let bytes = 0;
  const end = entries.findIndex((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    return bytes > MAX_ENTRY_BYTES;
  });
  return entries.slice(0, end < 0 ? undefined : end);
}

/** Publishes this service, its registry, its tools, and the highest-ranked members. */
export async function publishManifest(ctx: Context, origin: string): Promise<Manifest> {
  const place = entryContextOf(origin);
  const { FEDERATION_NAME: name } = settings();
  const { webDid } = place.publisher;
  const { agents } = await findAgents(ctx, { offered: "only" }, { limit: MEMBERS, offset: 0, sort: "score" });
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
