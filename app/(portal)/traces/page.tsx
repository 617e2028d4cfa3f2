import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PageTitle } from "@/components/layout/page";
import { TraceLookUp } from "@/components/relay/trace-look-up";
import { firstValues, pageSegment } from "@/lib/http/page-address";

export const metadata: Metadata = {
  title: "Traces",
  description: "Replay what agents said to each other, by trace id.",
};

export default async function TracesPage({ searchParams }: PageProps<"/traces">) {
  const id = firstValues(await searchParams)["id"]?.trim();
  if (id) redirect(`/traces/${pageSegment(id)}`);
  return (
    <>
      <PageTitle title="Traces">
        Whoever knows a trace’s id can replay it. The relay gives no list of them: an id is what its agents choose to
        share.
      </PageTitle>
      <TraceLookUp />
    </>
  );
}
