import type { ReactNode } from "react";
import { SignOutForm } from "@/components/access/session-forms";
import { ConsoleFrame } from "@/components/console/console-frame";
import { OutcomeRegion } from "@/components/forms/outcome";
import { DatabaseUnavailable } from "@/components/layout/page";
import { readForConsole } from "@/lib/next/read-for-console";
import { chosenTheme } from "@/lib/next/theme";
import { readFrame } from "@/lib/portal/read-for-page";
import { signOut } from "./actions";

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const read = await readForConsole(async (_ctx, session) => session);
  const frame = { ...(await readFrame()), theme: await chosenTheme() };
  if (!read.ok) {
    return (
      <ConsoleFrame {...frame}>
        <DatabaseUnavailable requestId={read.requestId} />
      </ConsoleFrame>
    );
  }
  const signedIn = <SignOutForm action={signOut} name={read.value.name || read.value.credential_id} />;
  return (
    <ConsoleFrame {...frame} signedIn={signedIn}>
      <OutcomeRegion>{children}</OutcomeRegion>
    </ConsoleFrame>
  );
}
