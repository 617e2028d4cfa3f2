import type { Metadata } from "next";
import { FreezeForm } from "@/components/console/freeze-form";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { When } from "@/components/ui/ago";
import { Section } from "@/components/ui/section";
import type { Freeze } from "@/lib/freezes/schema";
import { listFreezes } from "@/lib/freezes/service/freezes";
import { firstValues } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { decideFreeze } from "./actions";

export const metadata: Metadata = { title: "Freezes" };

const SUBSYSTEMS = {
  relay: { name: "Relay", effect: "Send and route answer 503 Relay frozen. Replay, inboxes and every page go on." },
  memory: { name: "Memory", effect: "Anchoring answers 503 Memory frozen. Queries, proofs and every page go on." },
} as const;

export default async function FreezesPage({ searchParams }: PageProps<"/console/freezes">) {
  const { reason = "" } = firstValues(await searchParams);
  const read = await readForConsole(listFreezes, "/console/freezes");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  return (
    <>
      <PageTitle title="Freezes">
        Stops the writing to a subsystem, on every instance within a second. Only a person freezes, and only a person
        lets it run again.
      </PageTitle>
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
        {read.value.map((freeze) => (
          <div key={freeze.subsystem}>
            <Section
              title={SUBSYSTEMS[freeze.subsystem].name}
              aside={<a href={`/console/activity?subject=${freeze.subsystem}`}>Freezes on record</a>}
            >
              <Standing freeze={freeze} />
              <p className="mt-3 mb-5 max-w-[56ch] text-ink-2 text-sm">
                {freeze.frozen ? "While it is frozen: " : "Frozen, it does this: "}
                {SUBSYSTEMS[freeze.subsystem].effect}
              </p>
              <FreezeForm
                key={String(freeze.frozen)}
                action={decideFreeze}
                freeze={freeze}
                reason={freeze.frozen ? "" : reason}
              />
            </Section>
          </div>
        ))}
      </div>
    </>
  );
}

function Standing({ freeze: { frozen, reason, since } }: { freeze: Freeze }) {
  if (!frozen) {
    return (
      <p className="mt-3">
        It <b className="font-semibold">operates</b>
        {since !== null && (
          <>
            . Decided <When instant={since} />: <bdi>{reason}</bdi>
          </>
        )}
      </p>
    );
  }
  return (
    <p className="mt-3 bg-frozen-wash px-3 py-2 text-frozen [overflow-wrap:anywhere]">
      <b className="font-semibold">Frozen</b> {since !== null && <When instant={since} />}: <bdi>{reason}</bdi>
    </p>
  );
}
