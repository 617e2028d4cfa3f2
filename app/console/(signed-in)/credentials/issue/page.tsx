import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { IssueForm } from "@/components/access/issue-form";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { firstValues } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { Permitted } from "../../permitted";
import { issue } from "../actions";

export const metadata: Metadata = { title: "Issue a credential" };

export default async function IssuePage({ searchParams }: PageProps<"/console/credentials/issue">) {
  const read = await readForConsole(async () => null, "/console/credentials/issue");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { did = "", organisation = "", kind = organisation ? "provider" : "agent" } = firstValues(await searchParams);
  return (
    <>
      <Breadcrumb above={[{ name: "Credentials", href: "/console/credentials" }]} here="Issue" />
      <PageTitle title="Issue a credential">
        For an agent or an organisation that you know. You invite operators on the page “Operators”.
      </PageTitle>
      <Permitted to="credential.manage">
        <IssueForm action={issue} given={{ kind, did, organisation }} idempotencyKey={randomUUID()} />
      </Permitted>
    </>
  );
}
