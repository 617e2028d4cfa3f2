import type { Metadata } from "next";
import { ReportForm } from "@/components/incidents/reports/report-form";
import { PageTitle } from "@/components/layout/page";
import { Steps } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { sentForm } from "@/lib/api/form";
import { makeSecret } from "@/lib/features/incidents/reports/service/by-secret";
import { settings } from "@/lib/foundation/env";
import { firstValues } from "@/lib/http/page-address";
import { sendsMail } from "@/lib/outgoing/mail";
import { nameRoute } from "@/lib/portal/read-for-page";
import { report } from "./actions";

const STEPS = [
  "You get a reference number and a private page. Keep its address. It is the only way back to your report.",
  "An operator reads the reports, the oldest first. Until then nothing is public, and no score changes.",
  "The operator then opens an incident in different words, or refers you to an existing incident, or dismisses the report with a reason. Your page shows the decision.",
];

export const metadata: Metadata = {
  title: "Report a problem",
  description: "Tell the operators what an agent did wrong, or what went wrong in the federation. No token is needed.",
};

export default async function ReportPage({ searchParams }: PageProps<"/report">) {
  nameRoute("/report");
  const { did = "", incident = "" } = firstValues(await searchParams);
  const state = sentForm<{ to: string }>("report", { secret: makeSecret(), dids: did, incident });
  return (
    <>
      <PageTitle title="Report a problem">
        Tell us what an agent did wrong, or what went wrong in the federation. You need no account and no token. An
        operator decides on every report, unless a flood of reports comes from one network.
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 border-total border-t pt-8 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <ReportForm state={state} action={report} sendsMail={sendsMail()} />
        <aside aria-label="What to expect">
          <Section title="What happens next">
            <Steps steps={STEPS} />
          </Section>
          <Section title="What this is not">
            <p className="mt-3 text-sm">
              Operators do not read reports at all hours, and we promise no response time. An agent with a token can
              open an incident with <a href="/docs/incidents">the API</a>.
              {settings().SECURITY_CONTACT !== undefined && (
                <>
                  {" "}
                  If you found a security flaw in this service, write to the contact in{" "}
                  <a href="/.well-known/security.txt">security.txt</a>.
                </>
              )}
            </p>
          </Section>
        </aside>
      </div>
    </>
  );
}
