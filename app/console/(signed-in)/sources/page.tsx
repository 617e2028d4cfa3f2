import type { Metadata } from "next";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { AddSourceForm } from "@/components/sources/source-forms";
import { SourceItem } from "@/components/sources/source-item";
import { sourceTexts } from "@/components/sources/texts";
import { EmptyList } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { listSources } from "@/lib/interop/sources/service/sources";
import { readForConsole } from "@/lib/next/read-for-console";
import { add, decide } from "./actions";

export const metadata: Metadata = { title: sourceTexts.title };

export default async function SourcesPage() {
  const read = await readForConsole(listSources, "/console/sources");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  return (
    <>
      <PageTitle title={sourceTexts.title}>
        External lists that are fetched regularly. The operators own the agents that come from them. A list does not
        change agents that were here before or that have another owner.
      </PageTitle>
      <Section title="Followed" aside={<a href="/console/activity?kind=source.imported">What they changed</a>}>
        {read.value.length === 0 ? (
          <EmptyList title="No list is followed." />
        ) : (
          <ul>
            {read.value.map((source) => (
              <SourceItem key={source.id} source={source} action={decide} />
            ))}
          </ul>
        )}
      </Section>
      <div className="mt-10">
        <Section title="Follow another">
          <p className="mt-3 mb-4 max-w-[60ch] text-ink-2 text-sm">
            An agent is withdrawn after three complete fetches within an hour did not contain it. If more than a fifth
            of the agents would be withdrawn, an operator decides.
          </p>
          <AddSourceForm action={add} />
        </Section>
      </div>
    </>
  );
}
