import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { IssueForm } from "@/components/access/issue-form";
import { consoleCredentialTexts } from "@/components/console/texts";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { firstValues } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { issue } from "../actions";

export const metadata: Metadata = { title: consoleCredentialTexts.issue };

export default async function IssuePage({ searchParams }: PageProps<"/console/credentials/issue">) {
  const read = await readForConsole(async () => null, "/console/credentials/issue");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { did = "", organisation = "", kind = organisation ? "provider" : "agent" } = firstValues(await searchParams);
  return (
    <>
      <Breadcrumb above={[{ name: consoleCredentialTexts.title, href: "/console/credentials" }]} here="Issue" />
      <PageTitle title={consoleCredentialTexts.issue}>
        For an agent or an organisation that you know. You invite operators on the page “Operators”.
      </PageTitle>
      <IssueForm action={issue} given={{ kind, did, organisation }} idempotencyKey={randomUUID()} />
    </>
  );
}
