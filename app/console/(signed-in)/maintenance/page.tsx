import type { Metadata } from "next";
import { AnnounceMaintenanceForm, CancelMaintenanceForm } from "@/components/console/maintenance-forms";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { MaintenanceEntry } from "@/components/status/maintenance";
import { Section } from "@/components/ui/section";
import { Component } from "@/lib/features/status/component";
import { listOpenMaintenances } from "@/lib/features/status/maintenance/service";
import { COMPONENTS } from "@/lib/features/status/rules/status";
import { readForConsole } from "@/lib/next/read-for-console";
import { Permitted } from "../permitted";
import { announce, cancel } from "./actions";

export const metadata: Metadata = { title: "Maintenance" };

export default async function MaintenancePage() {
  const read = await readForConsole(async (ctx) => {
    const now = ctx.clock();
    return { open: await listOpenMaintenances(ctx, now), now: now.toISOString() };
  }, "/console/maintenance");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { open, now } = read.value;
  return (
    <>
      <PageTitle title="Maintenance">
        Announce maintenance before it begins. The status page shows it. Checks that fail during it are not an outage.
      </PageTitle>
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
        <div>
          <Section title="Announce">
            <div className="mt-4">
              <Permitted to="system.maintain">
                <AnnounceMaintenanceForm
                  action={announce}
                  components={Component.options.map((name) => ({ name, title: COMPONENTS[name].title }))}
                />
              </Permitted>
            </div>
          </Section>
        </div>
        <div>
          <Section title="Current and planned">
            {open.length === 0 && <p className="mt-3 text-ink-2 text-sm">None is announced.</p>}
            <ul>
              {open.map((maintenance) => (
                <MaintenanceEntry key={maintenance.id} maintenance={maintenance} now={now}>
                  <Permitted to="system.maintain" silent>
                    <CancelMaintenanceForm action={cancel} id={maintenance.id} />
                  </Permitted>
                </MaintenanceEntry>
              ))}
            </ul>
          </Section>
        </div>
      </div>
    </>
  );
}
