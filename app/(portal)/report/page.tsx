import type { Metadata } from "next";
import { PageTitle } from "@/components/layout/page";
import { ReportForm } from "@/components/reports/report-form";
import { Section } from "@/components/ui/section";
import { sentForm } from "@/lib/api/form";
import { nameRoute } from "@/lib/api/read-for-page";
import { settings } from "@/lib/env";
import { firstValues } from "@/lib/http/page-address";
import { makeSecret } from "@/lib/reports/service/held";
import { report } from "./actions";

export const metadata: Metadata = {
  title: "Report a problem",
  description: "Tell the operators what an agent did wrong, or what went wrong in the federation. No token is needed.",
};

const STEPS = [
  "You get a reference number and a private page. Keep its address: it is the only way back to your report.",
  "An operator reads it, the oldest report first. Until then nothing of it is public, and no score moves.",
  "The operator opens an incident in the operator’s own words, leads you to the one that is there already, or dismisses the report with a reason. Your page tells which.",
];

export default async function ReportPage({ searchParams }: PageProps<"/report">) {
  nameRoute("/report");
  const { did = "", incident = "" } = firstValues(await searchParams);
  const state = sentForm<{ to: string }>("report", { secret: makeSecret(), dids: did, incident });
  return (
    <>
      <PageTitle title="Report a problem">
        What an agent did wrong, or what went wrong in the federation. No account and no token; a person reads every
        report.
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 border-total border-t pt-8 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <ReportForm state={state} action={report} />
        <aside aria-label="What to expect">
          <Section title="What happens next">
            <ol className="text-sm">
              {STEPS.map((step, index) => (
                <li key={step} className="grid grid-cols-[1.75rem_1fr] border-hair border-b py-2.5">
                  <span aria-hidden className="font-medium font-serif text-accent text-lg leading-tight">
                    {index + 1}
                  </span>
                  {step}
                </li>
              ))}
            </ol>
          </Section>
          <Section title="What this is not">
            <p className="mt-3 text-sm">
              Nobody watches it around the clock, and no time is promised. An agent with a token opens an incident
              itself, by <a href="/docs/incidents">the API</a>.
              {settings().SECURITY_CONTACT !== undefined && (
                <>
                  {" "}
                  A flaw in this service goes to the contact in <a href="/.well-known/security.txt">security.txt</a>.
                </>
              )}
            </p>
          </Section>
        </aside>
      </div>
    </>
  );
}
