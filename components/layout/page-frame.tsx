import type { ReactNode } from "react";
import { buildSha, settings } from "@/lib/env";
import type { Theme } from "@/lib/http/theme";
import type { StatusNotice } from "@/lib/system/schema";
import { SPEC_VERSION } from "@/lib/versions";
import { PageFooter } from "./page-footer";
import { PageHeader } from "./page-header";
import { StatusBand } from "./status-band";

export interface FrameProps {
  /** The page's own, without a query. */
  path: string;
  /** Null where they cannot be read. */
  notices: readonly StatusNotice[] | null;
  /** What the visitor chose. */
  theme: Theme | undefined;
  children: ReactNode;
}

/** The frame of every public page. */
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

/** What is above the head of every page: the way past it, and how the service does. */
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
