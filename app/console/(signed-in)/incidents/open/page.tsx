import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { OpenForm } from "@/components/incidents/open-form";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { readForConsole } from "@/lib/next/read-for-console";
import { Permitted } from "../../permitted";
import { open } from "../actions";

export const metadata: Metadata = { title: "Open an incident" };

export default async function OpenPage() {
  const read = await readForConsole(async () => null, "/console/incidents/open");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  return (
    <>
      <Breadcrumb above={[{ name: "Incidents", href: "/console/incidents" }]} here="Open" />
      <PageTitle title="Open an incident">
        You open a public incident in your name. You cannot change or remove it later.
      </PageTitle>
      <Permitted to="incident.open">
        <OpenForm action={open} idempotencyKey={randomUUID()} />
      </Permitted>
    </>
  );
}
