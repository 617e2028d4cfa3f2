import type { Metadata } from "next";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { ConfirmListForm, ListForm } from "@/components/sources/list-forms";
import { ListReport } from "@/components/sources/list-report";
import { FormNotice } from "@/components/ui/form";
import { Section } from "@/components/ui/section";
import { sentForm } from "@/lib/api/form";
import type { Report } from "@/lib/interop/sources/lists/report";
import type { ListPreview } from "@/lib/interop/sources/view";
import { readForConsole } from "@/lib/next/read-for-console";
import { Permitted } from "../../permitted";
import { confirm, preview } from "./actions";

export const metadata: Metadata = { title: "Import a list" };

export default async function ImportPage() {
  const read = await readForConsole(
    async () => ({ previewed: sentForm<ListPreview>("preview"), imported: sentForm<Report>("import") }),
    "/console/sources/import",
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { previewed, imported } = read.value;
  const isAnswer = previewed.outcome === "done" || imported.outcome === "done";
  return (
    <>
      <PageTitle title="Import a list">
        A2A agent cards, MCP server.json, or a registry’s list of MCP servers. You see what the import would do before
        anything is stored.
      </PageTitle>
      {imported.outcome === "open" && imported.message && (
        <FormNotice message={`${imported.message} Preview the list again.`} />
      )}
      {previewed.outcome === "done" && (
        <Section title="Preview">
          <Previewed {...previewed.value} />
        </Section>
      )}
      {imported.outcome === "done" && (
        <Section title="Imported">
          <ListReport report={imported.value} />
        </Section>
      )}
      <div className={isAnswer ? "mt-12" : ""}>
        <Section title={isAnswer ? "Another list" : "The list"}>
          <p className="mt-3 mb-4 max-w-[60ch] text-ink-2 text-sm">
            One JSON value, or one value per line. An import withdraws nothing: agents that are not in the list stay. It
            does not change agents that somebody else owns.
          </p>
          <Permitted to="source.manage">
            <ListForm action={preview} />
          </Permitted>
        </Section>
      </div>
    </>
  );
}

function Previewed({ report, name, packed, members }: ListPreview) {
  const count = report.totals.registered + report.totals.updated;
  return (
    <>
      <p className="mt-3 text-sm">
        <bdi>{name}</bdi>. Nothing is stored yet.{" "}
        {members ? "Its agents become members." : "Its agents are listed, until their makers claim them."}
      </p>
      <ListReport report={report} />
      <div className="mt-6">
        {count === 0 ? (
          <p>There is nothing to import.</p>
        ) : (
          <ConfirmListForm action={confirm} list={{ name, packed, members: String(members) }} count={count} />
        )}
      </div>
    </>
  );
}
