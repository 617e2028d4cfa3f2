import type { ReactNode } from "react";
import type { StatusNotice } from "@/lib/features/status/schema";
import { buildSha } from "@/lib/foundation/build";
import { settings } from "@/lib/foundation/env";
import { SPEC_VERSION } from "@/lib/foundation/versions";
import type { Theme } from "@/lib/http/theme";
import { PageFooter } from "./page-footer";
import { PageHeader } from "./page-header";
import { StatusBand } from "./status-band";

export interface FrameProps {
  /** The page's own path, without a query. */
  path: string;
  /** Null if they cannot be read. */
  notices: readonly StatusNotice[] | null;
  /** The visitor's choice. */
  theme: Theme | undefined;
  children: ReactNode;
}

export function PageFrame({ path, notices, theme, children }: FrameProps) {
  return (
    <>
      <FrameTop path={path} notices={notices} />
      <PageHeader federation={settings().FEDERATION_NAME} path={path} />
      <main id="content" className="sheet flex-1 pt-8 md:pt-12">
        {children}
      </main>
      <PageFooter build={buildSha()} theme={theme} />
    </>
  );
}

/** Shows the parts above the header of every page: the link to the content, and the status of the service. */
export function FrameTop({ path, notices }: Pick<FrameProps, "path" | "notices">) {
  return (
    <>
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-raised focus:p-3">
        Skip to the content
      </a>
      <StatusBand notices={notices} path={path} apiVersion={SPEC_VERSION} />
    </>
  );
}
