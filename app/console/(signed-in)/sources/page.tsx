import type { Metadata } from "next";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { AddSourceForm } from "@/components/sources/source-forms";
import { SourceItem } from "@/components/sources/source-item";
import { EmptyList } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { firstValues } from "@/lib/http/page-address";
import { previewGone } from "@/lib/interop/sources/service/missing-records";
import { listSources } from "@/lib/interop/sources/service/sources";
import type { WithdrawalEffect } from "@/lib/interop/sources/view";
import { isPermittedInConsole, readForConsole } from "@/lib/next/read-for-console";
import { Permitted } from "../permitted";
import { Work } from "../work";
import { add, decide, withdraw } from "./actions";

export const metadata: Metadata = { title: "Sources" };

export default async function SourcesPage({ searchParams }: PageProps<"/console/sources">) {
  const { source: asked, from } = firstValues(await searchParams);
  const mayDecide = await isPermittedInConsole("source.manage");
  const read = await readForConsole(async (ctx) => {
    const all = await listSources(ctx);
    const sources = all.filter(({ id }) => asked === undefined || id === asked);
    const stopped = sources.filter(({ state }) => mayDecide && state === "asking");
    const effects = await Promise.all(
      stopped.map(async ({ id }): Promise<[string, WithdrawalEffect]> => [id, await previewGone(ctx, id)]),
    );
    return { sources, hasOthers: sources.length < all.length, effects: new Map(effects) };
  }, "/console/sources");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { sources, hasOthers, effects } = read.value;
  return (
    <>
      <PageTitle title="Sources">
        External lists that are fetched regularly. The operators own the agents that come from them. A list does not
        change agents that were here before or that have another owner.
      </PageTitle>
      {asked !== undefined && <Work queue="source" id={asked} from={from} />}
      <Section title="Followed" aside={<a href="/console/activity?kind=source.imported">What they changed</a>}>
        {sources.length === 0 ? (
          <EmptyList title={asked === undefined ? "No list is followed." : "No such list is followed."} />
        ) : (
          <ul>
            {sources.map((source) => (
              <SourceItem
                key={source.id}
                source={source}
                effect={effects.get(source.id)}
                action={decide}
                withdraw={withdraw}
                mayDecide={mayDecide}
              />
            ))}
          </ul>
        )}
      </Section>
      {hasOthers && (
        <p className="mt-6 text-sm">
          <a href="/console/sources">Show all lists</a>
        </p>
      )}
      <p className="mt-6 text-sm">
        <a href="/console/sources/import">Import a list once</a>, from a file or a text.
      </p>
      <div className="mt-10">
        <Section title="Follow another">
          <p className="mt-3 mb-4 max-w-[60ch] text-ink-2 text-sm">
            An agent is withdrawn after three complete fetches within an hour did not contain it. If more than a fifth
            of the agents would be withdrawn, an operator decides.
          </p>
          <Permitted to="source.manage">
            <AddSourceForm action={add} />
          </Permitted>
        </Section>
      </div>
    </>
  );
}
