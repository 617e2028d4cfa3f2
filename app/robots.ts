import type { MetadataRoute } from "next";
import { headers } from "next/headers";
import { publicUrl } from "@/lib/api/public-url";

/** Everything may be read; a filtered view shows no row that the whole list does not. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const origin = publicUrl({ headers: await headers() });
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/join/status/", "/report/status/", "/agents?", "/audits?", "/search", "/console", "/owner"],
    },
    sitemap: `${origin}/sitemap.xml`,
  };
}
