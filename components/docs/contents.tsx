import type { Endpoint } from "@/lib/http/endpoint";
import { endpointHref, REFERENCE, tagHref } from "./reference-href";

export interface Group {
  name: string;
  title: string;
  description: string;
  endpoints: readonly Endpoint[];
}

const ENTRY = "block py-1.5 no-underline hover:underline aria-[current]:font-semibold aria-[current]:text-ink";

export function Contents({ groups, here }: { groups: readonly Group[]; here: string | undefined }) {
  return (
    <nav aria-label="Reference" className="text-sm lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto">
      <a
        href={REFERENCE}
        aria-current={here === undefined ? "page" : undefined}
        className={`${ENTRY} border-hair border-b`}
      >
        Quick start
      </a>
      <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:block">
        {groups.map(({ name, title, endpoints }) => (
          <li key={name} className="border-hair border-b">
            <a
              href={tagHref(name)}
              aria-current={here === name ? "page" : undefined}
              className={`${ENTRY} flex justify-between gap-3`}
            >
              {title}
              <span className="text-ink-3 tabular-nums">{endpoints.length}</span>
            </a>
            {here === name && (
              <ul className="mb-2 hidden border-accent border-l-2 lg:block">
                {endpoints.map((endpoint) => (
                  <li key={endpoint.operationId}>
                    <a
                      href={endpointHref(endpoint)}
                      className="block py-1 pl-3 text-xs no-underline [overflow-wrap:anywhere] hover:underline"
                    >
                      {endpoint.summary}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
