import type { MetadataRoute } from "next";
import { headers } from "next/headers";
import { profileHref, providerHref } from "@/components/marks/profile-href";
import { rfcHref } from "@/components/marks/rfc-href";
import { publicUrl } from "@/lib/api/public-url";
import { listBestAgents } from "@/lib/features/directory/service/list";
import { listProviders } from "@/lib/features/directory/service/providers";
import { browseIncidents } from "@/lib/features/incidents/service/browse";
import { incidentHref } from "@/lib/features/incidents/view/address";
import { listRfcs } from "@/lib/features/rfcs/service/read";
import { readForPage } from "@/lib/portal/read-for-page";
import { PORTAL_PAGES } from "@/lib/portal/search/portal-pages";

/**
 * Far below the limit of a site map, because the entries are read at each request. Crawlers find the others from the
 * lists.
 */
const MAX_OF_A_KIND = 1_000;

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const origin = publicUrl({ headers: await headers() });
  const read = await readForPage(
    (ctx) =>
      Promise.all([
        listBestAgents(ctx, { limit: MAX_OF_A_KIND }),
        browseIncidents(ctx, { limit: MAX_OF_A_KIND, offset: 0 }),
        listRfcs(ctx, {}),
        listProviders(ctx, { limit: MAX_OF_A_KIND }),
      ]),
    "/sitemap.xml",
  );
  const [dids, { incidents }, { rfcs }, providers] = read.ok ? read.value : [[], { incidents: [] }, { rfcs: [] }, []];
  const paths = [
    ...PORTAL_PAGES.map(({ path }) => path),
    ...rfcs.map(({ number }) => rfcHref(number)),
    ...incidents.map(({ id }) => incidentHref(id)),
    ...dids.map(profileHref),
    ...providers.map(providerHref),
  ];
  return paths.map((path) => ({ url: `${origin}${path}` }));
}
