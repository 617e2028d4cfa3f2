import type { ReactNode } from "react";
import { PageFooter } from "@/components/layout/page-footer";
import { PageHeader } from "@/components/layout/page-header";
import { Providers } from "@/components/layout/providers";
import { buildSha, settings } from "@/lib/env";
import { RELEASE_CHANNEL, SPEC_VERSION } from "@/lib/versions";

export default function PortalLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader federation={settings().FEDERATION_NAME} />
      <main id="content" className="mx-auto w-full max-w-[1200px] px-4 py-10 md:px-10 md:py-14">
        <Providers>{children}</Providers>
      </main>
      <PageFooter build={`${SPEC_VERSION} ${RELEASE_CHANNEL}, build ${buildSha()}`} />
    </>
  );
}
