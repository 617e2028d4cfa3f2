import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { CredentialFacts, ExpiryNotice } from "@/components/access/own-credential";
import { RotateForm } from "@/components/access/rotate-form";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { ownerPageTexts } from "@/components/owner/texts";
import { Section } from "@/components/ui/section";
import { getOwnCredential } from "@/lib/features/access/service/own-credential";
import { readForOwner } from "@/lib/next/read-for-owner";
import { rotate } from "./actions";

export const metadata: Metadata = { title: ownerPageTexts.credential };

export default async function CredentialPage() {
  const read = await readForOwner((ctx) => getOwnCredential(ctx), "/owner/credential");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const credential = read.value;
  return (
    <>
      <PageTitle title={ownerPageTexts.yourCredential}>{ownerPageTexts.yourCredentialMeans}</PageTitle>
      <ExpiryNotice credential={credential} />
      <CredentialFacts credential={credential} />
      <div className="mt-10">
        <Section title={ownerPageTexts.rotate}>
          <p className="mt-3 mb-4 max-w-[60ch] text-ink-2 text-sm">{ownerPageTexts.rotateMeans}</p>
          <RotateForm
            action={rotate}
            fields={{ credential_id: credential.id, idempotency_key: randomUUID() }}
            open={credential.replaced_by === null}
            ask={ownerPageTexts.rotateAsk}
          />
        </Section>
      </div>
    </>
  );
}
