import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuditCommands } from "@/components/anchors/audit-commands";
import { LogFacts } from "@/components/anchors/log-facts";
import { TrustTable } from "@/components/anchors/trust-table";
import { OwnWitness, Witnesses } from "@/components/anchors/witnesses";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/anchors/contract";
import { listLogs } from "@/lib/features/anchors/service/list-logs";
import { ledgerPageTexts } from "@/lib/features/anchors/texts";
import { readForPage } from "@/lib/portal/read-for-page";

export const metadata: Metadata = {
  title: ledgerPageTexts.logs,
  description: "Both logs as tiles, the keys of their checkpoints, and how to audit them.",
};

export default async function LogPage() {
  const origin = publicUrl({ headers: await headers() });
  const read = await readForPage((ctx) => listLogs(ctx, origin), "/log");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { logs, quorum, witness } = read.value;
  return (
    <>
      <PageTitle title={ledgerPageTexts.logs} jsonPath={contract.listLogs.path}>
        {ledgerPageTexts.logsLede}
      </PageTitle>
      {logs.map((log) => (
        <LogFacts key={log.log} log={log} />
      ))}
      <Section title="Audit a log">
        <AuditCommands origin={origin} logs={logs} />
      </Section>
      {quorum > 0 && (
        <Section title="Witnesses">
          <Witnesses origin={origin} logs={logs} quorum={quorum} />
        </Section>
      )}
      <Section title="This service as a witness">
        <OwnWitness witness={witness} />
      </Section>
      <Section title="Who can do what, and what shows it">
        <TrustTable />
      </Section>
    </>
  );
}
