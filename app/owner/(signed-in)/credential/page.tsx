import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { CredentialFacts, ExpiryNotice } from "@/components/access/own-credential";
import { RotateForm } from "@/components/access/rotate-form";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import { getOwnCredential } from "@/lib/features/access/service/own-credential";
import { readForOwner } from "@/lib/next/read-for-owner";
import { rotate } from "./actions";

export const metadata: Metadata = { title: "Credential" };

export default async function CredentialPage() {
  const read = await readForOwner((ctx) => getOwnCredential(ctx), "/owner/credential");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const credential = read.value;
  return (
    <>
      <PageTitle title="Your credential">
        The token that you signed in with. Only its hash is stored, so it cannot be shown again.
      </PageTitle>
      <ExpiryNotice credential={credential} />
      <CredentialFacts credential={credential} />
      <div className="mt-10">
        <Section title="Rotate">
          <p className="mt-3 mb-4 max-w-[60ch] text-ink-2 text-sm">
            You get a new token with the same lifetime. This session continues with the new token. The old token works
            for the time that you choose. Change your programs to the new token in this time. Other sessions end with
            the old token.
          </p>
          <RotateForm
            action={rotate}
            fields={{ credential_id: credential.id, idempotency_key: randomUUID() }}
            open={credential.replaced_by === null}
            ask="Rotate…"
          />
        </Section>
      </div>
    </>
  );
}
