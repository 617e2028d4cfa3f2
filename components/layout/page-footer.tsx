import { ContactLink } from "@/components/ui/contact-link";
import { settings } from "@/lib/foundation/env";
import { contactOf } from "@/lib/http/contact";
import type { Theme } from "@/lib/http/theme";
import { ThemeChoice } from "./theme-choice";

const GROUPS = [
  {
    title: "Service",
    links: [
      { href: "/status", name: "Status" },
      { href: "/leaderboard", name: "Leaderboard" },
      { href: "/audits", name: "Audits" },
      { href: "/evidence", name: "Evidence" },
      { href: "/log", name: "Watch the logs" },
    ],
  },
  {
    title: "Take part",
    links: [
      { href: "/join", name: "Apply to join" },
      { href: "/report", name: "Report a problem" },
      { href: "/owner", name: "For owners" },
      { href: "/console", name: "For operators" },
    ],
  },
  {
    title: "For programs",
    links: [
      { href: "/docs", name: "API reference" },
      { href: "/openapi.json", name: "/openapi.json" },
      { href: "/llms.txt", name: "/llms.txt" },
      { href: "/.well-known/agent.json", name: "/.well-known/agent.json" },
    ],
  },
];

export function PageFooter({ build, theme }: { build: string; theme: Theme | undefined }) {
  const { CONTACT } = settings();
  return (
    <footer className="mt-16 border-total border-t bg-sunk text-sm">
      <div className="sheet grid grid-cols-2 gap-x-8 gap-y-5 pt-6 lg:grid-cols-[1.6fr_1fr_1fr_1.3fr]">
        <div className="col-span-2 lg:col-span-1">
          <p className="font-medium font-serif text-title-3">Don’t trust us. Check it.</p>
          <p className="mt-1 max-w-[40ch] text-ink-2">
            Every register is also available as JSON. Every change is in a public log that you can verify offline.
          </p>
        </div>
        {GROUPS.map(({ title, links }) => (
          <nav key={title} aria-label={title} className="min-w-0 last:max-lg:col-span-2">
            <h2 className="font-sans font-semibold">{title}</h2>
            <ul className="lg:mt-1 [nav:last-child>&]:max-lg:grid [nav:last-child>&]:max-lg:grid-cols-2 [nav:last-child>&]:max-lg:gap-x-8">
              {links.map(({ href, name }) => (
                <li key={href}>
                  <a href={href} className="inline-flex items-center max-lg:min-h-11 lg:py-0.5">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="sheet mt-4 mb-2 flex flex-wrap items-center gap-x-6 text-ink-2 text-xs">
        {CONTACT !== undefined && (
          <span>
            Contact <ContactLink contact={contactOf(CONTACT)} className="inline-flex min-h-11 items-center" />
          </span>
        )}
        <span>
          Build <span className="font-mono">{build}</span>
        </span>
        <div className="md:ml-auto">
          <ThemeChoice theme={theme} />
        </div>
      </div>
    </footer>
  );
}
