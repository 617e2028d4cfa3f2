import type { MetadataRoute } from "next";
import { headers } from "next/headers";
import { publicUrl } from "@/lib/api/public-url";

/** The pages that are always there; the agents' own are found from the directory. */
const PLACES = ["/", "/agents", "/leaderboard", "/audits", "/anchors", "/relay", "/traces", "/evidence", "/changelog"];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const origin = publicUrl({ headers: await headers() });
  return PLACES.map((path) => ({ url: `${origin}${path}` }));
}
