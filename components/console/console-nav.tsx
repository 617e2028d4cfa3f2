import { currentMark } from "@/components/layout/place";

const PLACES = [
  { href: "/console", name: "Overview" },
  { href: "/console/applications", name: "Applications" },
  { href: "/console/credentials", name: "Credentials" },
  { href: "/console/operators", name: "Operators" },
  { href: "/console/agents", name: "Agents" },
  { href: "/console/freezes", name: "Freezes" },
  { href: "/console/incidents", name: "Incidents" },
  { href: "/console/audits", name: "Audits" },
  { href: "/console/rfcs", name: "RFCs" },
  { href: "/console/activity", name: "Activity" },
];

/** The console's rooms; the one that the page belongs to is marked. On a phone they are folded. */
export function ConsoleNav({ path }: { path: string }) {
  return (
    <details className="beside">
      <summary className="py-3 font-semibold text-sm">Console menu</summary>
      <nav aria-label="Console" className="-mb-px grid grid-cols-2 pb-3 md:flex md:flex-wrap md:gap-x-1 md:pb-0">
        {PLACES.map(({ href, name }) => (
          <a
            key={href}
            href={href}
            aria-current={href !== "/console" || path === href ? currentMark({ href, name }, path) : undefined}
            className="border-transparent border-b-3 px-2.5 py-3 text-ink-2 text-sm no-underline hover:border-hair hover:text-accent aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {name}
          </a>
        ))}
      </nav>
    </details>
  );
}
