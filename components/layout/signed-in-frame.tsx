import type { ReactNode } from "react";
import { ServiceMark } from "@/components/marks/identicon";
import { buildSha } from "@/lib/foundation/build";
import { settings } from "@/lib/foundation/env";
import { type FrameProps, FrameTop } from "./page-frame";
import { ThemeChoice } from "./theme-choice";

interface SignedInFrameProps extends FrameProps {
  /** The name and the first page of this area. */
  name: string;
  home: `/${string}`;
  /** Links to the other pages of this area. */
  nav: ReactNode;
  /** The name of the signed-in person, and the button to sign out. Absent before. */
  signedIn?: ReactNode;
  /** Further parts of the footer. */
  foot?: ReactNode;
}

export function SignedInFrame({ path, notices, theme, name, home, nav, signedIn, foot, children }: SignedInFrameProps) {
  return (
    <>
      <FrameTop path={path} notices={notices} />
      <header className="relative border-total border-b">
        <div className="sheet flex min-h-14 flex-wrap items-center gap-x-4">
          <a href={home} className="flex min-h-11 items-center gap-2.5 text-ink no-underline hover:text-accent">
            <ServiceMark />
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
