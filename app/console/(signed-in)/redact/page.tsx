import type { Metadata } from "next";
import { EraseForm, ErasureEffects } from "@/components/console/erase-anchor";
import { RedactForm } from "@/components/console/redact-form";
import { RedactionEffects } from "@/components/console/redaction-effects";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormSelect } from "@/components/ui/form";
import { Section } from "@/components/ui/section";
import { previewErasure } from "@/lib/features/anchors/service/preview-erasure";
import { NamedRecord } from "@/lib/features/council/redactions/schema";
import { previewRedaction } from "@/lib/features/council/redactions/service/preview";
import { firstValues } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { foundOrNull, setPageStatus } from "@/lib/portal/read-for-page";
import { Permitted } from "../permitted";
import { erase, redact } from "./actions";

export const metadata: Metadata = { title: "Redact" };

const PLACE = "/console/redact";

const SUBJECTS = [
  { value: "act", name: "An act, by its number in the council’s log" },
  { value: "incident", name: "An incident, by its number" },
  { value: "audit", name: "An audit, by its id" },
  { value: "review", name: "A review of an RFC, by its id" },
  { value: "event", name: "An event of the relay, by its id" },
  { value: "version", name: "Earlier versions of an agent’s record, by its DID" },
  { value: "anchor", name: "The payload of an anchor, by its id" },
];

export default async function RedactPage({ searchParams }: PageProps<"/console/redact">) {
  const asked = firstValues(await searchParams);
  const { data: named } = NamedRecord.safeParse(asked);
  const { subject = "act", id = "" } = asked;
  const anchorId = subject === "anchor" && id !== "" ? id.trim() : undefined;
  const read = await readForConsole(
    async (ctx) => ({
      effect: named ? await foundOrNull(previewRedaction(ctx, named)) : null,
      anchor: anchorId === undefined ? null : await foundOrNull(previewErasure(ctx, { id: anchorId })),
    }),
    PLACE,
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { effect, anchor } = read.value;
  const isUnknown = (named !== undefined || anchorId !== undefined) && effect === null && anchor === null;
  if (isUnknown) setPageStatus(404);
  return (
    <>
      <PageTitle title="Redact">
        Take back a text that was published: a name, an address, a secret. What happened stays in the record, with its
        hashes and proofs.
      </PageTitle>
      <form action={PLACE} className="mb-8 grid items-end gap-x-4 gap-y-3 md:grid-cols-[1fr_1fr_auto]">
        <FormSelect label="Record" name="subject" options={SUBJECTS} value={subject} />
        <TextField label="Number or id" name="id" value={id} />
        <button type="submit" className={BUTTON.solid}>
          Show the effect
        </button>
      </form>
      {isUnknown && <p role="alert">There is no such record. Check its kind, and its number or id.</p>}
      {anchor && (
        <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
          <div>
            <Section title="The effect">
              <ErasureEffects effect={anchor} />
            </Section>
          </div>
          {anchor.content && (
            <div>
              <Section title="Erase">
                <div className="mt-3">
                  <Permitted to="memory.erase">
                    <EraseForm action={erase} id={anchor.id} />
                  </Permitted>
                </div>
              </Section>
            </div>
          )}
        </div>
      )}
      {effect?.texts.length === 0 && <p>Nothing in this record is left to redact.</p>}
      {effect && effect.texts.length > 0 && (
        <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
          <div>
            <Section title="The effect">
              <RedactionEffects effect={effect} />
            </Section>
          </div>
          <div>
            <Section title="Redact">
              <div className="mt-3">
                <Permitted to="council.redact">
                  <RedactForm key={`${effect.subject} ${effect.id}`} action={redact} effect={effect} />
                </Permitted>
              </div>
            </Section>
          </div>
        </div>
      )}
    </>
  );
}
