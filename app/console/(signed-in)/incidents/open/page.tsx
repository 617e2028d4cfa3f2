import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { consoleIncidentTexts } from "@/components/console/texts";
import { OpenForm } from "@/components/incidents/open-form";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { readForConsole } from "@/lib/next/read-for-console";
import { open } from "../actions";

export const metadata: Metadata = { title: consoleIncidentTexts.open };

export default async function OpenPage() {
  const read = await readForConsole(async () => null, "/console/incidents/open");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  return (
    <>
      <Breadcrumb above={[{ name: consoleIncidentTexts.title, href: "/console/incidents" }]} here="Open" />
      <PageTitle title={consoleIncidentTexts.open}>
        You open a public incident in your name. You cannot change or remove it later.
      </PageTitle>
      <OpenForm action={open} idempotencyKey={randomUUID()} />
    </>
  );
}
