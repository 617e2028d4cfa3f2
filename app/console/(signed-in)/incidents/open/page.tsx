import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { OpenForm } from "@/components/incidents/open-form";
import { Breadcrumb, PageTitle, RegisterSilent } from "@/components/layout/page";
import { readForConsole } from "@/lib/next/read-for-console";
import { open } from "../actions";

export const metadata: Metadata = { title: "Open an incident" };

export default async function OpenPage() {
  const read = await readForConsole(async () => null, "/console/incidents/open");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  return (
    <>
      <Breadcrumb above={[{ name: "Incidents", href: "/console/incidents" }]} here="Open" />
      <PageTitle title="Open an incident">
        In your name, for everyone to read. What is reported does not change any more, and nothing is removed.
      </PageTitle>
      <OpenForm action={open} idempotencyKey={randomUUID()} />
    </>
  );
}
