import type { Metadata } from "next";
import { FreezeForm } from "@/components/console/freeze-form";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import type { Freeze } from "@/lib/features/council/freezes/schema";
import { listFreezes } from "@/lib/features/council/freezes/service/freezes";
import { firstValues } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { Permitted } from "../permitted";
import { decideFreeze } from "./actions";

export const metadata: Metadata = { title: "Freezes" };

const SUBSYSTEMS = {
  relay: { name: "Relay", effect: "Send and route return 503 Relay frozen. Replay, inboxes and pages keep working." },
  memory: { name: "Memory", effect: "Anchoring returns 503 Memory frozen. Queries, proofs and pages keep working." },
} as const;

export default async function FreezesPage({ searchParams }: PageProps<"/console/freezes">) {
  const { reason = "" } = firstValues(await searchParams);
  const read = await readForConsole(listFreezes, "/console/freezes");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  return (
    <>
      <PageTitle title="Freezes">
        A freeze stops all writing to a subsystem, on every instance within a second. Only a person can freeze or
        unfreeze.
      </PageTitle>
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
        {read.value.map((freeze) => (
          <div key={freeze.subsystem}>
            <Section
              title={SUBSYSTEMS[freeze.subsystem].name}
              aside={<a href={`/console/activity?subject=${freeze.subsystem}`}>Past freezes</a>}
            >
              <FreezeState freeze={freeze} />
              <p className="mt-3 mb-5 max-w-[56ch] text-ink-2 text-sm">
                {freeze.frozen ? "While it is frozen: " : "If you freeze it: "}
                {SUBSYSTEMS[freeze.subsystem].effect}
              </p>
              <Permitted to="system.freeze">
                <FreezeForm
                  key={String(freeze.frozen)}
                  action={decideFreeze}
                  freeze={freeze}
                  reason={freeze.frozen ? "" : reason}
                />
              </Permitted>
            </Section>
          </div>
        ))}
      </div>
    </>
  );
}

function FreezeState({ freeze: { frozen, reason, since } }: { freeze: Freeze }) {
  if (!frozen) {
    return (
      <p className="mt-3">
        <b className="font-semibold">Running</b>
        {since !== null && (
          <>
            . Decided <RelativeTime instant={since} />: <bdi>{reason}</bdi>
          </>
        )}
      </p>
    );
  }
  return (
    <p className="mt-3 bg-frozen-wash px-3 py-2 text-frozen [overflow-wrap:anywhere]">
      <b className="font-semibold">Frozen</b> {since !== null && <RelativeTime instant={since} />}: <bdi>{reason}</bdi>
    </p>
  );
}
