import type { Metadata, ResolvingMetadata } from "next";
import { headers } from "next/headers";
import { publicUrl } from "@/lib/api/public-url";

/** The feeds of a page, by their paths. */
export interface FeedLinks {
  title: string;
  atom: string;
  json: string;
}

/** Returns the metadata of a page's feeds for feed readers, and the alternates of its layout. */
export async function feedAlternates(
  above: ResolvingMetadata,
  { title, atom, json }: FeedLinks,
): Promise<Pick<Metadata, "alternates">> {
  const origin = publicUrl({ headers: await headers() });
  return {
    alternates: {
      types: {
        ...(await above).alternates?.types,
        "application/atom+xml": [{ url: origin + atom, title: `${title} (Atom)` }],
        "application/feed+json": [{ url: origin + json, title: `${title} (JSON Feed)` }],
      },
    },
  };
}
