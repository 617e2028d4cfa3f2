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
      <PageTitle title={sourceTexts.title}>{sourceTexts.lede}</PageTitle>
      <Section
        title={sourceTexts.followed}
        aside={<a href="/console/activity?kind=source.imported">{sourceTexts.changes}</a>}
      >
        {read.value.length === 0 ? (
          <EmptyList title={sourceTexts.none} />
        ) : (
          <ul>
            {read.value.map((source) => (
              <SourceItem key={source.id} source={source} action={decide} />
            ))}
          </ul>
        )}
      </Section>
      <div className="mt-10">
        <Section title={sourceTexts.followAnother}>
          <p className="mt-3 mb-4 max-w-[60ch] text-ink-2 text-sm">{sourceTexts.followMeans}</p>
          <AddSourceForm action={add} />
        </Section>
      </div>
    </>
  );
}
