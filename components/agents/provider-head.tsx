import { PageTitle } from "@/components/layout/page";
import type { Provider } from "@/lib/features/directory/directory-schema";
import { addressWith } from "@/lib/http/page-address";
import { TAG } from "./derived-tags";
import { TierBar } from "./tier-bar";

/** Shows a provider by the data of its agents. @param jsonPath the path of the same data as JSON */
export function ProviderHead({ provider, jsonPath }: { provider: Provider; jsonPath: string }) {
  const { provider: name, agents, tiers, tags, homepage } = provider;
  return (
    <>
      <PageTitle title={name} jsonPath={jsonPath}>
        {`${agents.toLocaleString("en")} ${agents === 1 ? "agent names" : "agents name"} this provider. A name does not prove who runs the agent. Look for a verified key.`}
      </PageTitle>
      <div className="mb-5 grid gap-3 text-sm">
        {homepage !== "" && (
          <p>
            <a
              href={homepage}
              rel="nofollow ugc"
              className="inline-flex min-h-11 items-center [overflow-wrap:anywhere] md:min-h-7"
            >
              <bdi>{homepage.replace(/^https:\/\/|\/$/g, "")}</bdi>
            </a>
          </p>
        )}
        {tags.length > 0 && (
          <ul aria-label="Tags" className="flex flex-wrap gap-2">
            {tags.map(({ value, agents: n, derived }) => (
              <li key={value} className="max-w-full">
                <a
                  href={addressWith("/agents", { provider: name, tag: value })}
                  className={`flex min-h-11 items-center gap-2 px-2 text-ink-2 no-underline hover:underline md:min-h-7 ${derived ? TAG.derived : TAG.own}`}
                >
                  <bdi className="truncate">{value}</bdi>
                  <span className="text-ink-3 text-xs tabular-nums">{n.toLocaleString("en")}</span>
                  {derived && <span className="sr-only">derived from words</span>}
                </a>
              </li>
            ))}
          </ul>
        )}
        <TierBar tiers={tiers} label="Tiers" href={(tier) => addressWith("/agents", { provider: name, tier })} />
      </div>
    </>
  );
}
