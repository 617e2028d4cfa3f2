import { fragmentOf } from "@/lib/features/releases/rules";
import type { Release } from "@/lib/features/releases/schema";

export function ReleaseIndex({ releases }: { releases: readonly Release[] }) {
  return (
    <nav aria-label="Releases">
      <h2 className="font-sans font-semibold text-sm">Releases</h2>
      <ol className="mt-2 flex flex-wrap gap-2 lg:block lg:max-h-[70vh] lg:overflow-y-auto">
        {releases.map((release) => (
          <li key={release.version}>
            <a
              href={`#${fragmentOf(release)}`}
              className="flex min-h-11 items-center justify-between gap-4 border border-hair px-3.5 text-sm no-underline hover:border-accent lg:min-h-9 lg:border-0 lg:border-l-2 lg:py-1.5 lg:pr-0"
            >
              {release.version}
              <time dateTime={release.date} className="font-mono text-ink-2 text-xs max-lg:hidden">
                {release.date}
              </time>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
