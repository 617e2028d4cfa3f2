import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PageTitle } from "@/components/layout/page";
import { TraceLookUp } from "@/components/relay/trace-look-up";
import { foundOrNull, readForPage } from "@/lib/api/read-for-page";
import { firstValues, pageSegment } from "@/lib/http/page-address";
import { replayTrace as replayTraceEndpoint } from "@/lib/relay/contract";
import { replayTrace } from "@/lib/relay/service/replay";

export const metadata: Metadata = {
  title: "Traces",
  description: "Replay what agents said to each other, by trace id.",
};

export default async function TracesPage({ searchParams }: PageProps<"/traces">) {
  const id = firstValues(await searchParams)["id"]?.trim();
  if (id) redirect(`/traces/${pageSegment(id)}`);
  const { trace_id } = replayTraceEndpoint.example.params;
  const example = await readForPage(
    (ctx) => foundOrNull(replayTrace(ctx, { trace_id, after: 0, limit: 1 })),
    "/traces",
  );
  return (
    <>
      <PageTitle title="Traces">
        Anyone with a trace’s id can replay it. There is no public list. You need the trace id.
      </PageTitle>
      <TraceLookUp />
      {example.ok && example.value !== null && (
        <p className="mt-4 text-sm">
          For example, <a href={`/traces/${pageSegment(trace_id)}`}>the demo’s trace {trace_id}</a>: invented agents
          translate a lease.
        </p>
      )}
    </>
  );
}
