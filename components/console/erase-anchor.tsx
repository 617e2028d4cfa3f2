"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormText } from "@/components/ui/form";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ErasedAnchor, ErasureEffect } from "@/lib/features/anchors/schema";
import type { FormAction } from "@/lib/http/form-state";

export function ErasureEffects({ effect: { id, seq, scope, created_at, content } }: { effect: ErasureEffect }) {
  return (
    <div className="mt-3 grid gap-4 text-sm">
      <p>
        <a href={`/anchors/${id}`}>{`Entry ${seq.toLocaleString("en")}`}</a> of the anchors’ log, scope {scope}, written{" "}
        <RelativeTime instant={created_at} />
        {content && (
          <>
            {" by "}
            <bdi className="[overflow-wrap:anywhere]">{content.did}</bdi>
          </>
        )}
        .
      </p>
      {content === null ? (
        <p>Its payload is erased.</p>
      ) : (
        <>
          <p>{`The erasure removes its payload (${content.bytes.toLocaleString("en")} bytes), its salt, kind and DID, and its entry in the search index. The entry of the log, its hash and every proof stay.`}</p>
          <p className="border-ink border-l-4 pl-4">
            <b className="font-semibold">Others may have a copy.</b> Anyone who kept the payload and the salt can still
            prove what it was. Only the copy in this service’s database is removed. Backups keep theirs.
          </p>
        </>
      )}
    </div>
  );
}

/** Erases an anchor, after the operator typed `erase`. */
export function EraseForm({ action, id }: { action: FormAction<ErasedAnchor>; id: string }) {
  const form = useForm(action, {}, ({ seq }) => `The payload of entry ${seq.toLocaleString("en")} is erased.`);
  return (
    <ActionForm form={form} hidden={{ id }} button="Erase permanently">
      <FormArea
        label="Reason"
        hint="Public: it is in the council’s log. Do not repeat what you erase, and name no person."
        {...form.field("reason")}
      />
      <FormText label="Type erase to confirm" mono {...form.field("typed")} />
    </ActionForm>
  );
}
