import type { ReactNode } from "react";
import { SignInAgain, SignOutForm } from "@/components/access/session-forms";
import { ConsoleFrame } from "@/components/console/console-frame";
import { OutcomeRegion } from "@/components/forms/outcome";
import { DatabaseUnavailable } from "@/components/layout/page";
import { requestScope } from "@/lib/authority/context";
import { configuredProvider, startAddress } from "@/lib/features/access/oidc/provider";
import { countWaiting } from "@/lib/features/queues/service/waiting";
import { TOKEN_FIELD } from "@/lib/next/kept-form";
import { readForConsole } from "@/lib/next/read-for-console";
import { chosenTheme } from "@/lib/next/theme";
import { readFrame } from "@/lib/portal/read-for-page";
import { signOut } from "./actions";

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const frame = { ...(await readFrame()), theme: await chosenTheme() };
  const { keptForm } = requestScope();
  if (keptForm !== undefined) {
    const provider = configuredProvider() ?? undefined;
    return (
      <ConsoleFrame {...frame}>
        <SignInAgain
          area="console"
          kept={keptForm}
          field={TOKEN_FIELD}
          provider={provider && { name: provider.name, address: startAddress(provider, { to: "/console" }) }}
        />
      </ConsoleFrame>
    );
  }
  const read = await readForConsole(async (ctx, session) => ({ session, waiting: await countWaiting(ctx) }));
  if (!read.ok) {
    return (
      <ConsoleFrame {...frame}>
        <DatabaseUnavailable requestId={read.requestId} />
      </ConsoleFrame>
    );
  }
  const { session, waiting } = read.value;
  const signedIn = <SignOutForm action={signOut} name={session.name || `operator:${session.operator}`} />;
  return (
    <ConsoleFrame {...frame} signedIn={signedIn} waiting={waiting}>
      <OutcomeRegion sent={requestScope().overtaken}>{children}</OutcomeRegion>
    </ConsoleFrame>
  );
}
