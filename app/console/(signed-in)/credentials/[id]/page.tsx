import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { cache } from "react";
import { standingOf } from "@/components/access/credential-list";
import { RevokeForm } from "@/components/access/revoke-form";
import { RotateForm } from "@/components/access/rotate-form";
import { ActList } from "@/components/console/act-list";
import { NothingHere } from "@/components/console/nothing-here";
import { Breadcrumb, PageTitle, RegisterSilent } from "@/components/layout/page";
import { When } from "@/components/ui/ago";
import { FactList, Section } from "@/components/ui/section";
import { LIFETIME_DAYS } from "@/lib/access/rules";
import type { Credential } from "@/lib/access/schema";
import { nameOperators } from "@/lib/access/service/credentials";
import { getCredential } from "@/lib/access/service/find";
import { foundOrNull, setPageStatus } from "@/lib/api/read-for-page";
import { listActs } from "@/lib/council/service/acts";
import { readForConsole } from "@/lib/next/read-for-console";
import { revoke, rotate } from "../actions";

const ACTS_SHOWN = 20;

type Props = PageProps<"/console/credentials/[id]">;

/** One read serves the page and its title. */
const readPage = cache((id: string) =>
  readForConsole(async (ctx) => {
    const credential = await foundOrNull(getCredential(ctx, { id }));
    if (credential === null) return null;
    const { acts, generated_at: now } = await listActs(ctx, { subject: id, limit: ACTS_SHOWN, offset: 0 });
    const actors = [credential.created_by, ...acts.map(({ actor }) => actor)];
    return { credential, acts, now, names: await nameOperators(ctx, actors) };
  }, "/console/credentials/{id}"),
);

const ownerOf = ({ did, organisation, label }: Credential) => did ?? organisation ?? (label || "unnamed operator");

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage((await params).id);
  return { title: `${read.ok && read.value ? ownerOf(read.value.credential) : "No such credential"} · Credentials` };
}

export default async function CredentialPage({ params }: Props) {
  const read = await readPage((await params).id);
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere what="credential" list="/console/credentials" />;
  }
  const { credential, acts, names, now } = read.value;
  const ended = credential.revoked_at !== null || (credential.expires_at !== null && credential.expires_at <= now);
  const owner = ownerOf(credential);
  return (
    <>
      <Breadcrumb above={[{ name: "Credentials", href: "/console/credentials" }]} here={owner} />
      <PageTitle title={owner}>{standingOf(credential, now)}.</PageTitle>
      <FactList
        facts={[
          {
            name: "For",
            value: { agent: "an agent", provider: "an organisation", operator: "an operator" }[credential.kind],
          },
          { name: "Label", value: credential.label ? <bdi>{credential.label}</bdi> : "none" },
          {
            name: "Issued",
            value: (
              <>
                <When instant={credential.created_at} /> by{" "}
                <bdi>{names[credential.created_by] ?? credential.created_by}</bdi>
              </>
            ),
          },
          {
            name: "Last used",
            value: credential.last_used_at ? <When instant={credential.last_used_at} /> : "never",
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
            A new token in the old one’s place, for the same owner. The old one goes on working for a while; the new one
            lives{" "}
            {LIFETIME_DAYS[credential.kind] ? `for ${LIFETIME_DAYS[credential.kind]} days` : "until it is revoked"}.
          </p>
          <RotateForm
            action={rotate}
            fields={{ id: credential.id, idempotency_key: randomUUID() }}
            open={!ended && credential.replaced_by === null}
          />
        </Section>
        <div>
          <Section title="Revoke">
            <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">
              The next request with this token is refused, and sessions that were opened with it end. A successor that
              its holder made by rotating it ends too; one that an operator made goes on working. There is no way back;
              a new credential can be issued.
            </p>
            {credential.revoked_at === null ? (
              <RevokeForm
                action={revoke}
                id={credential.id}
                ask="Revoke…"
                confirm="Revoke it for good"
                outcome="Its token works no more."
              >
                <p>
                  The token of <bdi className="font-semibold">{owner}</bdi> stops working at once.
                </p>
              </RevokeForm>
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
