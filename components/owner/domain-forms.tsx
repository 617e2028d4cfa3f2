"use client";

import type { ReactNode } from "react";
import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { CodeBlock } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { FormText } from "@/components/ui/form";
import type { DomainList, DomainProof } from "@/lib/features/domains/schema";
import type { FormAction } from "@/lib/http/form-state";

interface ProveFormProps {
  action: FormAction<DomainProof>;
  did: string;
}

/** Says what a host must publish, and checks the host each time the form is sent. */
export function ProveDomainForm({ action, did }: ProveFormProps) {
  const form = useForm(action, {}, ({ host, proven }) =>
    proven ? `The agent controls ${host}.` : `No proof was found at ${host} yet.`,
  );
  const { state } = form;
  const unproven = state.outcome === "done" && !state.value.proven ? state.value : undefined;
  const field = form.field("host");
  return (
    <>
      <ActionForm form={form} hidden={{ did }} button={unproven ? "Check again" : "Show what to publish, and check"}>
        <FormText
          id="domain-host"
          label="Host"
          hint="A host name, such as example.com. The proof is for this host only, not for parent or child domains."
          mono
          {...field}
          value={unproven?.host ?? field.value}
        />
      </ActionForm>
      {unproven && <ToPublish proof={unproven} />}
    </>
  );
}

function ToPublish({ proof: { host, publish, problems } }: { proof: DomainProof }) {
  const { dns, did_json } = publish;
  const document = JSON.stringify(did_json.document, null, 2);
  return (
    <div className="mt-6 max-w-[72ch] text-sm">
      <p>
        No proof was found at <b>{host}</b> yet. Publish one of these two, wait until it is public, then check again.
      </p>
      <Way title="A DNS record" found={problems?.dns}>
        <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-y-1">
          {Object.entries(dns).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2 capitalize">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">
                <code className="font-mono text-xs">{value}</code> <CopyButton text={value} what={`the ${name}`} />
              </dd>
            </div>
          ))}
        </dl>
      </Way>
      <Way title="A DID document" found={problems?.did_json}>
        <p className="mb-2">
          At <code className="font-mono text-xs [overflow-wrap:anywhere]">{did_json.address}</code>. If the host already
          has a document, add the verification method and the service to it.
        </p>
        <CodeBlock code={document} bounded />
        <CopyButton text={document} what="the document" />
      </Way>
    </div>
  );
}

function Way({ title, found, children }: { title: string; found: string | undefined; children: ReactNode }) {
  return (
    <section className="mt-4">
      <h3 className="mb-1.5 border-rule border-b pb-1 text-md">{title}</h3>
      {children}
      {found && <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">{found}</p>}
    </section>
  );
}

interface GiveUpFormProps {
  action: FormAction<DomainList>;
  did: string;
  host: string;
}

export function GiveUpDomainForm({ action, did, host }: GiveUpFormProps) {
  const form = useForm(action, {}, `The proof of ${host} has ended.`);
  return (
    <ActionForm
      ask="Give it up…"
      form={form}
      hidden={{ did, host }}
      button={`Give up ${host}`}
      className="max-w-xl gap-3"
    >
      <p className="text-ink-2 text-sm">{`The profile will no longer name ${host}. To get it back, prove it again.`}</p>
    </ActionForm>
  );
}
