import type { Metadata } from "next";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { AddSourceForm } from "@/components/sources/source-forms";
import { SourceItem } from "@/components/sources/source-item";
import { EmptyList } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { readForConsole } from "@/lib/next/read-for-console";
import { listSources } from "@/lib/sources/service/sources";
import { add, decide } from "./actions";

export const metadata: Metadata = { title: "Sources" };

export default async function SourcesPage() {
  const read = await readForConsole(listSources, "/console/sources");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  return (
    <>
      <PageTitle title="Sources">
        Lists of others that are fetched again and again. What they bring are the operators’ agents. What was here
        before, or has another owner, they do not touch.
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
            An agent is withdrawn once three complete fetches over an hour did not have it. Where more than a fifth
            would be, you are asked.
          </p>
          <AddSourceForm action={add} />
        </Section>
      </div>
    </>
  );
}
