import type { Metadata } from "next";
import { stateOf } from "@/components/access/credential-list";
import { InviteForm } from "@/components/access/invite-form";
import { operatorTexts } from "@/components/console/texts";
import { DecisionForm } from "@/components/forms/action-form";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import type { Credential, Session as OpenSession } from "@/lib/features/access/schema";
import { listCredentials } from "@/lib/features/access/service/find";
import { listSessions } from "@/lib/features/access/service/sessions";
import { readForConsole } from "@/lib/next/read-for-console";
import { end, invite, remove } from "./actions";

export const metadata: Metadata = { title: operatorTexts.title };

const MAX_OPERATORS = 200;

export default async function OperatorsPage() {
  const read = await readForConsole(async (ctx, session) => {
    const everyone = { kind: "operator", state: "working", limit: MAX_OPERATORS, offset: 0 } as const;
    const { credentials, total } = await listCredentials(ctx, everyone);
    return { credentials, total, sessions: await listSessions(ctx), own: session, now: ctx.clock().toISOString() };
  }, "/console/operators");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { credentials, total, sessions, own, now } = read.value;
  return (
    <>
      <PageTitle title={operatorTexts.title}>
        Each operator has a token, so the log shows who decided what. The last operator cannot be removed.
      </PageTitle>
      <Section
        title="May sign in"
        aside={
          total > credentials.length && (
            <a href="/console/credentials?kind=operator">{`All ${total.toLocaleString("en")}`}</a>
          )
        }
      >
        <ul>
          {credentials.map((operator) => (
            <Operator key={operator.id} operator={operator} own={operator.id === own.credential_id} now={now} />
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
          <p className="mt-3 mb-4 max-w-[60ch] text-ink-2 text-sm">
            An operator may do everything in this console, and remove every other operator.
          </p>
          <InviteForm action={invite} />
        </Section>
      </div>
    </>
  );
}

const ROW =
  "grid gap-x-6 gap-y-2 border-hair border-b py-3 text-sm md:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_minmax(0,18rem)] md:items-start";

function Operator({ operator, own, now }: { operator: Credential; own: boolean; now: string }) {
  const name = operator.label || operatorTexts.unnamed;
  return (
    <li className={ROW}>
      <p className="[overflow-wrap:anywhere]">
        <a href={`/console/credentials/${operator.id}`} className="font-semibold">
          <bdi>{name}</bdi>
        </a>
        {own && <span className="text-ink-2">{" (you)"}</span>}
        <span className="block text-ink-2 text-xs">{stateOf(operator, now)}</span>
      </p>
      <p className="text-ink-2">
        {operator.last_used_at === null ? (
          "Never used"
        ) : (
          <>
            Used <RelativeTime instant={operator.last_used_at} />
          </>
        )}
      </p>
      <DecisionForm
        action={remove}
        hidden={{ id: operator.id }}
        ask="Remove…"
        button="Remove permanently"
        outcome={`${name} is no longer an operator.`}
      >
        <p>
          <bdi className="font-semibold">{name}</bdi> is signed out, and the token stops working at once.
          {own ? " This is you." : ""}
        </p>
      </DecisionForm>
    </li>
  );
}

function Session({ session, own }: { session: OpenSession; own: boolean }) {
  return (
    <li className={ROW}>
      <p>
        <bdi className="font-semibold">{session.name || operatorTexts.unnamed}</bdi>
        {own && <span className="text-ink-2">{" (this session)"}</span>}
      </p>
      <p className="text-ink-2">
        Seen <RelativeTime instant={session.last_seen_at} />, signed in <RelativeTime instant={session.created_at} />
      </p>
      {own ? (
        <p className="text-ink-2">Sign out to end it.</p>
      ) : (
        <DecisionForm
          action={end}
          hidden={{ id: session.id }}
          ask="End…"
          button="End this session"
          outcome="The session is ended."
        >
          <p>The operator can sign in again with the token, unless you revoke the token.</p>
        </DecisionForm>
      )}
    </li>
  );
}
