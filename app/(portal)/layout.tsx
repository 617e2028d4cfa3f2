import type { ReactNode } from "react";
import { PageFooter } from "@/components/layout/page-footer";
import { PageHeader } from "@/components/layout/page-header";
import { Providers } from "@/components/layout/providers";
import { StandingBand } from "@/components/layout/standing-band";
import { readForPage } from "@/lib/api/read-for-page";
import { buildSha, settings } from "@/lib/env";
import { listFreezes } from "@/lib/freezes/service/freezes";
import { RELEASE_CHANNEL, SPEC_VERSION } from "@/lib/versions";

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const freezes = await readForPage(listFreezes);
  return (
    <>
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-raised focus:p-3">
        Skip to the content
      </a>
      <StandingBand freezes={freezes.ok ? freezes.value : null} build={`${SPEC_VERSION} ${RELEASE_CHANNEL}`} />
      <PageHeader federation={settings().FEDERATION_NAME} />
      <main id="content" className="sheet pt-8 md:pt-12">
        <Providers>{children}</Providers>
      </main>
      <PageFooter build={buildSha()} />
    </>
  );
}
