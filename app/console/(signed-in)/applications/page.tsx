import type { Metadata } from "next";
import { ApplicationEntry } from "@/components/access/applications/application-entry";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { TextField } from "@/components/ui/field";
import { ChoiceNav, EmptyList, FindForm, ListPages } from "@/components/ui/list";
import { ApplicationQuery, ApplicationStatus } from "@/lib/features/access/applications/schema";
import { listApplications } from "@/lib/features/access/applications/service/read";
import { USUAL_ROWS } from "@/lib/http/page";
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
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
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
        Requests for a token, the oldest first. You see the texts as the applicants wrote them.
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
        <NothingHere isEmpty={everyone === 0} />
      ) : (
        <ol className="border-total border-t">
          {applications.map((application) => (
            <ApplicationEntry key={application.id} application={application} />
          ))}
        </ol>
      )}
      <ListPages
        {...{ limit, offset, total }}
        usualLimit={USUAL_ROWS}
        href={(place) => addressWith(PLACE, { status, q, ...place })}
      />
    </>
  );
}

function NothingHere({ isEmpty }: { isEmpty: boolean }) {
  return (
    <EmptyList title={isEmpty ? "No application yet." : "No application matches."}>
      {isEmpty ? (
        <>
          Applications come from <a href="/join">/join</a>.
        </>
      ) : (
        <a href={PLACE}>Show all applications</a>
      )}
    </EmptyList>
  );
}
