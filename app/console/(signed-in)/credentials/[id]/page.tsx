import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { cache } from "react";
import { stateOf } from "@/components/access/credential-list";
import { RevocationEffects } from "@/components/access/revocation-effects";
import { RotateForm } from "@/components/access/rotate-form";
import { ActList } from "@/components/console/act-list";
import { NothingHere } from "@/components/console/nothing-here";
import { DecisionForm } from "@/components/forms/action-form";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { RelativeTime } from "@/components/ui/relative-time";
import { FactList, Section } from "@/components/ui/section";
import { LIFETIME_DAYS } from "@/lib/authority/tokens";
import type { Credential } from "@/lib/features/access/schema";
import { getCredential } from "@/lib/features/access/service/find";
import { nameOperators } from "@/lib/features/access/service/operators";
import { previewRevocation } from "@/lib/features/access/service/preview-revocation";
import { listActs } from "@/lib/features/council/service/acts";
import { ownValue } from "@/lib/foundation/own-values";
import { readForConsole } from "@/lib/next/read-for-console";
import { foundOrNull, setPageStatus } from "@/lib/portal/read-for-page";
import { Permitted } from "../../permitted";
import { revoke, rotate } from "../actions";

const FOR_WHOM = { agent: "an agent", provider: "an organisation", operator: "an operator" } as const;

const ACTS_SHOWN = 20;

type Props = PageProps<"/console/credentials/[id]">;

const readPage = cache((id: string) =>
  readForConsole(async (ctx) => {
    const credential = await foundOrNull(getCredential(ctx, { id }));
    if (credential === null) return null;
    const { acts, generated_at: now } = await listActs(ctx, { subject: id, limit: ACTS_SHOWN, offset: 0 });
    const actors = [credential.created_by, ...acts.map(({ actor }) => actor)];
    const effect = credential.revoked_at === null ? await previewRevocation(ctx, { id }) : null;
    return { credential, acts, now, effect, names: await nameOperators(ctx, actors) };
  }, "/console/credentials/{id}"),
);

const ownerOf = ({ did, organisation, label }: Credential) => did ?? organisation ?? (label || "unnamed operator");

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage((await params).id);
  return {
    title: `${read.ok && read.value ? ownerOf(read.value.credential) : "No such credential"} · Credentials`,
  };
}

export default async function CredentialPage({ params }: Props) {
  const read = await readPage((await params).id);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere title="No such credential" list="/console/credentials" />;
  }
  const { credential, acts, names, now, effect } = read.value;
  const ended = credential.revoked_at !== null || (credential.expires_at !== null && credential.expires_at <= now);
  const owner = ownerOf(credential);
  const days = LIFETIME_DAYS[credential.kind];
  return (
    <>
      <Breadcrumb above={[{ name: "Credentials", href: "/console/credentials" }]} here={owner} />
      <PageTitle title={owner}>{stateOf(credential, now)}.</PageTitle>
      <FactList
        facts={[
          {
            name: "For",
            value: FOR_WHOM[credential.kind],
          },
          {
            name: "Label",
            value: credential.label ? <bdi>{credential.label}</bdi> : "none",
          },
          {
            name: "Issued",
            value: (
              <>
                <RelativeTime instant={credential.created_at} /> by{" "}
                <bdi>{ownValue(names, credential.created_by) ?? credential.created_by}</bdi>
              </>
            ),
          },
          {
            name: "Last used",
            value: credential.last_used_at ? <RelativeTime instant={credential.last_used_at} /> : "never",
          },
          ...(credential.replaced_by
            ? [
                {
                  name: "Successor",
                  value: (
                    <a href={`/console/credentials/${credential.replaced_by}`} className="font-mono text-xs">
                      {credential.replaced_by}
                    </a>
                  ),
                },
              ]
            : []),
          { name: "Id", value: <span className="font-mono text-xs">{credential.id}</span> },
        ]}
      />
      <div className="mt-10 grid gap-x-14 gap-y-10 lg:grid-cols-2">
        <Section title="Rotate">
          <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">
            {`Replaces the token with a new one for the same owner. The old token keeps working for a while. The new token is valid ${days ? `for ${days} days` : "until it is revoked"}.`}
          </p>
          <Permitted to="credential.manage">
            <RotateForm
              action={rotate}
              fields={{ id: credential.id, idempotency_key: randomUUID() }}
              open={!ended && credential.replaced_by === null}
            />
          </Permitted>
        </Section>
        <div>
          <Section title="Revoke">
            <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">
              The token stops working at once, and its sessions end. If its holder rotated it, the new token ends too. A
              token that an operator made as its successor keeps working. You cannot undo this, but you can issue a new
              credential.
            </p>
            {effect !== null ? (
              <Permitted to="credential.manage">
                <DecisionForm
                  action={revoke}
                  hidden={{ id: credential.id }}
                  ask="Revoke…"
                  button="Revoke permanently"
                  outcome="The token no longer works."
                >
                  <p>
                    The token of <bdi className="font-semibold">{owner}</bdi> stops working at once.
                  </p>
                  <RevocationEffects effect={effect} />
                </DecisionForm>
              </Permitted>
            ) : (
              <p className="text-ink-2 text-sm">It is revoked.</p>
            )}
          </Section>
        </div>
      </div>
      <div className="mt-10">
        <Section title="On record">
          <ActList acts={acts} names={names} />
        </Section>
      </div>
    </>
  );
}
