import type { ReactNode } from "react";
import { ariaCurrent } from "@/components/layout/nav-item";
import type { FrameProps } from "@/components/layout/page-frame";
import { SignedInFrame } from "@/components/layout/signed-in-frame";

const NAV_ITEMS = [
  { href: "/owner", name: "Agents", below: ["/owner/agents"] },
  { href: "/owner/webhooks", name: "Webhooks" },
  { href: "/owner/credential", name: "Credential" },
];

interface OwnerFrameProps extends FrameProps {
  /** The name of the signed-in owner, and the button to sign out. Absent before. */
  signedIn?: ReactNode;
}

export function OwnerFrame(frame: OwnerFrameProps) {
  const foot = (
    <a href="/docs/access" className="inline-flex min-h-11 items-center">
      The same by API
    </a>
  );
  return <SignedInFrame {...frame} name="Owner" home="/owner" nav={<OwnerNav path={frame.path} />} foot={foot} />;
}

function OwnerNav({ path }: { path: string }) {
  return (
    <nav aria-label="Owner" className="-mb-px flex gap-x-1 max-md:order-3 max-md:w-full">
      {NAV_ITEMS.map((place) => (
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

/** Returns the mark of an item. The first item's path is above all others, so it is marked only for its own pages. */
function markOf(place: (typeof NAV_ITEMS)[number], path: string) {
  const { href, below = [] } = place;
  const isOwn = path === href || below.some((page) => path.startsWith(`${page}/`)) || href !== "/owner";
  return isOwn ? ariaCurrent(place, path) : undefined;
}
