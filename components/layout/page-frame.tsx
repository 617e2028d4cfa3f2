import type { ReactNode } from "react";
import { buildSha, settings } from "@/lib/env";
import type { ServiceStanding } from "@/lib/incidents/schema";
import { RELEASE_CHANNEL, SPEC_VERSION } from "@/lib/versions";
import { PageFooter } from "./page-footer";
import { PageHeader } from "./page-header";
import { StandingBand } from "./standing-band";

interface PageFrameProps {
  /** The page's own, without a query. */
  path: string;
  /** `null` where it cannot be read. */
  standing: ServiceStanding | null;
  children: ReactNode;
}

/** What every page stands in. */
export function PageFrame({ path, standing, children }: PageFrameProps) {
  return (
    <>
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-raised focus:p-3">
        Skip to the content
      </a>
      <StandingBand standing={standing} interfaceVersion={`${SPEC_VERSION} ${RELEASE_CHANNEL}`} />
      <PageHeader federation={settings().FEDERATION_NAME} path={path} />
      <main id="content" className="sheet flex-1 pt-8 md:pt-12">
        {children}
      </main>
      <PageFooter build={buildSha()} hasCatalogue={settings().CATALOGUE} />
    </>
  );
}
