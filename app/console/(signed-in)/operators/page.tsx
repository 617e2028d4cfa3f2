import type { Metadata } from "next";
import { ChangeRoleForm, InviteForm, TokenForm } from "@/components/access/operator-forms";
import { DecisionForm } from "@/components/forms/action-form";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { configuredProvider, startAddress } from "@/lib/features/access/oidc/provider";
import type { Session as OpenSession, Operator } from "@/lib/features/access/schema";
import { listOperators } from "@/lib/features/access/service/operators";
import { listSessions } from "@/lib/features/access/service/sessions";
import { readForConsole } from "@/lib/next/read-for-console";
import { Permitted } from "../permitted";
import { change, end, invite, remove } from "./actions";

export const metadata: Metadata = { title: "Operators" };

export default async function OperatorsPage() {
  const read = await readForConsole(async (ctx, session) => {
    const { operators } = await listOperators(ctx);
    return { operators, sessions: await listSessions(ctx), own: session };
  }, "/console/operators");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { operators, sessions, own } = read.value;
  const present = operators.filter(({ ended_at }) => ended_at === null);
  const former = operators.filter(({ ended_at }) => ended_at !== null);
  return (
    <>
      <PageTitle title="Operators">
        Each operator has a role, and signs in with a token{withProvider()}. In public, an operator is only a pseudonym.
        The last owner with a token cannot be removed.
      </PageTitle>
      <Section title="May sign in">
        <ul>
          {present.map((operator) => (
            <Present key={operator.operator} operator={operator} own={operator.operator === own.operator} />
          ))}
        </ul>
      </Section>
      <div className="mt-10">
        <Section title="Signed in now">
          <ul>
            {sessions.map((session) => (
              <Session key={session.id} session={session} own={session.id === own.id} />
            ))}
          </ul>
        </Section>
      </div>
      <div className="mt-10">
        <Section title="Invite an operator">
          <ul className="mt-3 mb-4 max-w-[60ch] list-disc pl-5 text-ink-2 text-sm">
            <li>A viewer reads everything, also personal data.</li>
            <li>A reviewer also decides applications without a tier, reports, incidents and replies.</li>
            <li>An operator also does everything else here, but does not manage operators.</li>
            <li>An owner does everything, and can remove every other owner.</li>
          </ul>
          <Permitted to="operator.manage">
            <InviteForm action={invite} />
          </Permitted>
        </Section>
      </div>
      {former.length > 0 && (
        <div className="mt-10">
          <Section title="Removed">
            <ul>
              {former.map(({ operator, name, ended_at }) => (
                <li key={operator} className={ROW}>
                  <Name operator={operator} name={name} />
                  <p className="text-ink-2">
                    Removed <RelativeTime instant={ended_at ?? ""} />
                  </p>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
    </>
  );
}

function withProvider(): string {
  const provider = configuredProvider();
  return provider === null ? "" : ` or with ${provider.name}`;
}

const ROW =
  "grid gap-x-6 gap-y-2 border-hair border-b py-3 text-sm md:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_minmax(0,20rem)] md:items-start";

function Name({ operator, name }: Pick<Operator, "operator" | "name">) {
  return (
    <p className="[overflow-wrap:anywhere]">
      <bdi className="font-semibold">{name || "unnamed operator"}</bdi>
      <code className="block font-mono text-ink-2 text-xs">{`operator:${operator}`}</code>
    </p>
  );
}

/** Offers an operator who signed in with a token to sign in with the provider from now on. */
function LinkAccount({ isLinked }: { isLinked: boolean }) {
  const provider = configuredProvider();
  if (provider === null || isLinked) return null;
  return (
    <a href={startAddress(provider, { to: "/console/operators", link: "1" })} className="inline-block py-1">
      Add your account at {provider.name}
    </a>
  );
}

function Present({ operator: { operator, name, role, ...used }, own }: { operator: Operator; own: boolean }) {
  const provider = configuredProvider();
  return (
    <li className={ROW}>
      <div>
        <Name operator={operator} name={name} />
        {own && <p className="text-ink-2 text-xs">This is you.</p>}
        {own && <LinkAccount isLinked={used.openid_connect} />}
      </div>
      <p className="text-ink-2">
        <span className="block font-semibold text-ink">{role}</span>
        {used.openid_connect && <span className="block">{`Signs in with ${provider?.name ?? "OpenID Connect"}`}</span>}
        <a href={`/console/credentials?kind=operator&q=${operator}`}>
          {used.tokens === 1 ? "1 working token" : `${used.tokens.toLocaleString("en")} working tokens`}
        </a>
        <span className="block">
          {used.last_used_at === null ? (
            "Never used"
          ) : (
            <>
              Used <RelativeTime instant={used.last_used_at} />
            </>
          )}
        </span>
      </p>
      <Permitted to="operator.manage" silent>
        <div className="grid gap-3">
          <ChangeRoleForm action={change} operator={operator} role={role} />
          <TokenForm action={invite} operator={operator} />
          <DecisionForm
            action={remove}
            hidden={{ operator }}
            ask="Remove…"
            button="Remove permanently"
            outcome={`${name || operator} is no longer an operator.`}
          >
            <p>
              <bdi className="font-semibold">{name || operator}</bdi> is signed out, and every token stops working at
              once.
              {own ? " This is you." : ""}
            </p>
          </DecisionForm>
        </div>
      </Permitted>
    </li>
  );
}

function Session({ session, own }: { session: OpenSession; own: boolean }) {
  return (
    <li className={ROW}>
      <p>
        <bdi className="font-semibold">{session.name || "unnamed operator"}</bdi>
        {own && <span className="text-ink-2">{" (this session)"}</span>}
      </p>
      <p className="text-ink-2">
        Seen <RelativeTime instant={session.last_seen_at} />, signed in <RelativeTime instant={session.created_at} />
      </p>
      {own ? (
        <p className="text-ink-2">Sign out to end it.</p>
      ) : (
        <Permitted to="operator.manage" silent>
          <DecisionForm
            action={end}
            hidden={{ id: session.id }}
            ask="End…"
            button="End this session"
            outcome="The session is ended."
          >
            <p>The operator can sign in again. To prevent this, remove the operator.</p>
          </DecisionForm>
        </Permitted>
      )}
    </li>
  );
}
