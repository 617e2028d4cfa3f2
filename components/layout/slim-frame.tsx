import type { ReactNode } from "react";
import { Mark } from "@/components/drawings/seal";
import { buildSha, settings } from "@/lib/env";
import { type FrameProps, FrameTop } from "./page-frame";
import { ThemeChoice } from "./theme-choice";

interface SlimFrameProps extends FrameProps {
  /** Whose pages these are, and their first page. */
  name: string;
  home: `/${string}`;
  /** The ways to their other pages. */
  nav: ReactNode;
  /** Who is signed in, and the way out; absent before that. */
  signedIn?: ReactNode;
  /** More of the foot. */
  foot?: ReactNode;
}

/** The frame of pages that one signs in to: slim, with their own places only. */
export function SlimFrame({ path, notices, theme, name, home, nav, signedIn, foot, children }: SlimFrameProps) {
  return (
    <>
      <FrameTop path={path} notices={notices} />
      <header className="relative border-total border-b">
        <div className="sheet flex min-h-14 flex-wrap items-center gap-x-4">
          <a href={home} className="flex min-h-11 items-center gap-2.5 text-ink no-underline hover:text-accent">
            <Mark />
            <span className="font-medium font-serif text-md">{name}</span>
          </a>
          {signedIn !== undefined && (
            <>
              <div className="order-2 ml-auto py-1.5">{signedIn}</div>
              {nav}
            </>
          )}
        </div>
      </header>
      <main id="content" className="sheet flex-1 pt-8">
        {children}
      </main>
      <footer className="sheet mt-12 flex flex-wrap items-center gap-x-6 py-1 text-ink-2 text-xs">
        <a href="/" className="inline-flex min-h-11 items-center">
          {settings().FEDERATION_NAME}
        </a>
        {foot}
        <span>
          Build <span className="font-mono">{buildSha()}</span>
        </span>
        <div className="md:ml-auto">
          <ThemeChoice theme={theme} />
        </div>
      </footer>
    </>
  );
}
