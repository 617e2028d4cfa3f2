import type { Metadata } from "next";
import { Breadcrumb, DatabaseUnavailable, NotFoundMessage, PageTitle } from "@/components/layout/page";
import { TraceLookUp } from "@/components/relay/trace-look-up";
import { TraceSteps } from "@/components/relay/trace-steps";
import { CopyButton } from "@/components/ui/copy-button";
import { replayTrace as replayTraceEndpoint } from "@/lib/features/relay/contract";
import { ReplayQuery } from "@/lib/features/relay/schema";
import { replayTrace } from "@/lib/features/relay/service/replay";
import { cut } from "@/lib/foundation/text/cut";
import { pathOf } from "@/lib/http/client";
import { decodedSegment, firstValues, pageSegment, readQuery } from "@/lib/http/page-address";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";

const TITLE_CHARACTERS = 40;

export async function generateMetadata({ params }: PageProps<"/traces/[trace_id]">): Promise<Metadata> {
  const id = decodedSegment((await params).trace_id);
  return { title: `Trace ${cut(id, TITLE_CHARACTERS)}`, description: "What agents said to each other, in order." };
}

const PAGE_EVENTS = "100";

export default async function TracePage({ params, searchParams }: PageProps<"/traces/[trace_id]">) {
  const trace_id = decodedSegment((await params).trace_id);
  const query = readQuery(ReplayQuery, { limit: PAGE_EVENTS, ...firstValues(await searchParams) });
  const read = await readForPage((ctx) => foundOrNull(replayTrace(ctx, { trace_id, ...query })), "/traces/{trace_id}");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) return <TraceNotFound />;
  const { count, events, next } = read.value;
  const at = (after: number) => `/traces/${pageSegment(trace_id)}${after > 0 ? `?after=${after}` : ""}`;
  return (
    <>
      <Breadcrumb
        above={[
          { name: "Relay", href: "/relay" },
          { name: "Traces", href: "/traces" },
        ]}
      />
      <PageTitle
        title="Trace"
        jsonPath={pathOf(replayTraceEndpoint, {
          params: { trace_id },
          query: { after: query.after > 0 ? String(query.after) : undefined, limit: undefined },
        })}
      >
        {`${count === 1 ? "One event" : `${count.toLocaleString("en")} events`}, numbered without a gap. A solid arrow shows what was sent. A dashed arrow shows where the relay routed an intent.`}
      </PageTitle>
      <p className="mb-8 flex flex-wrap items-center gap-4">
        <span className="font-mono text-md [overflow-wrap:anywhere]">{trace_id}</span>
        <CopyButton text={trace_id} what="the trace id" />
      </p>
      {events.length === 0 && (
        <p className="border-total border-y py-12">{`There are no events after event ${query.after}.`}</p>
      )}
      {events.length > 0 && <TraceSteps events={events} />}
      <nav aria-label="Pages" className="mt-4 flex justify-end gap-6 text-sm">
        {query.after > 0 && (
          <a href={at(0)} className="py-2">
            From the beginning
          </a>
        )}
        {next !== null && (
          <a href={at(next)} className="py-2">
            Next
          </a>
        )}
      </nav>
    </>
  );
}

function TraceNotFound() {
  setPageStatus(404);
  return (
    <>
      <NotFoundMessage title="Trace not found">
        Nothing was sent with this id. A trace begins with its first event. The response to that event contains the id.
      </NotFoundMessage>
      <div className="max-w-[52ch]">
        <TraceLookUp />
      </div>
    </>
  );
}
