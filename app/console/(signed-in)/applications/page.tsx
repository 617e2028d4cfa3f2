import type { Metadata } from "next";
import { ApplicationEntry } from "@/components/applications/application-entry";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { TextField } from "@/components/ui/field";
import { ChoiceNav, EmptyList, FindForm, ListPages } from "@/components/ui/list";
import { ApplicationQuery, ApplicationStatus } from "@/lib/applications/schema";
import { listApplications } from "@/lib/applications/service/read";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "Applications" };

const NAMES: Record<ApplicationStatus, string> = {
  pending: "Pending",
  approved: "Approved, not claimed",
  claimed: "Claimed",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
};

const PLACE = "/console/applications";

export default async function ApplicationsPage({ searchParams }: PageProps<"/console/applications">) {
  const query = readQuery(ApplicationQuery, firstValues(await searchParams));
  const { status, q = "" } = query;
  const read = await readForConsole((ctx) => listApplications(ctx, query), PLACE);
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { applications, total, limit, offset, by_status } = read.value;
  const everyone = Object.values(by_status).reduce((sum, count) => sum + count);
  const choices = [
    { name: `All (${everyone.toLocaleString("en")})`, href: addressWith(PLACE, { q }), chosen: status === undefined },
    ...ApplicationStatus.options.map((one) => ({
      name: `${NAMES[one]} (${by_status[one].toLocaleString("en")})`,
      href: addressWith(PLACE, { q, status: one }),
      chosen: status === one,
    })),
  ];
  return (
    <>
      <PageTitle title="Applications">
        Requests for a token. Those that wait longest come first; the texts are shown as their applicants wrote them.
      </PageTitle>
      <FindForm
        action={PLACE}
        kept={status === undefined ? {} : { status }}
        className="mb-4 flex max-w-xl items-end"
        verb="Search"
      >
        <TextField label="Part of a DID, an organisation or an e-mail address" name="q" value={q} />
      </FindForm>
      <div className="mb-2">
        <ChoiceNav label="Status" choices={choices} />
      </div>
      {applications.length === 0 ? (
        <NothingHere nobody={everyone === 0} />
      ) : (
        <ol className="border-total border-t">
          {applications.map((application) => (
            <ApplicationEntry key={application.id} application={application} />
          ))}
        </ol>
      )}
      <ListPages
        limit={limit}
        offset={offset}
        total={total}
        href={(to) => addressWith(PLACE, { status, q, offset: to })}
      />
    </>
  );
}

function NothingHere({ nobody }: { nobody: boolean }) {
  return (
    <EmptyList title={nobody ? "Nobody has applied yet." : "No application is like that."}>
      {nobody ? (
        <>
          Applications come from <a href="/join">/join</a>.
        </>
      ) : (
        <a href={PLACE}>Show all applications</a>
      )}
    </EmptyList>
  );
}
