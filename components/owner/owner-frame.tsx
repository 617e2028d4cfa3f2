import type { ReactNode } from "react";
import type { FrameProps } from "@/components/layout/page-frame";
import { currentMark } from "@/components/layout/place";
import { SlimFrame } from "@/components/layout/slim-frame";

const PLACES = [
  { href: "/owner", name: "Agents", below: ["/owner/agents"] },
  { href: "/owner/credential", name: "Credential" },
];

interface OwnerFrameProps extends FrameProps {
  /** Who is signed in, and the way out; absent before that. */
  signedIn?: ReactNode;
}

/** The frame of an owner's pages. */
export function OwnerFrame(frame: OwnerFrameProps) {
  const foot = (
    <a href="/docs/access" className="inline-flex min-h-11 items-center">
      The same by API
    </a>
  );
  return <SlimFrame {...frame} name="Owner" home="/owner" nav={<OwnerNav path={frame.path} />} foot={foot} />;
}

function OwnerNav({ path }: { path: string }) {
  return (
    <nav aria-label="Owner" className="-mb-px flex gap-x-1 max-md:order-3 max-md:w-full">
      {PLACES.map((place) => (
        <a
          key={place.href}
          href={place.href}
          aria-current={markOf(place, path)}
          className="border-transparent border-b-3 px-2.5 py-3.5 text-ink-2 text-sm no-underline hover:border-hair hover:text-accent aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {place.name}
        </a>
      ))}
    </nav>
  );
}

/** The first place is above all others, so it is marked for its own pages only. */
function markOf(place: (typeof PLACES)[number], path: string) {
  const { href, below = [] } = place;
  const isOwn = path === href || below.some((page) => path.startsWith(`${page}/`)) || href !== "/owner";
  return isOwn ? currentMark(place, path) : undefined;
}
