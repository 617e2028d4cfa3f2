import type { ReactNode } from "react";
import { ConsoleNav } from "@/components/console/console-nav";
import { SignOutForm } from "@/components/console/session-forms";
import { OutcomeRegion } from "@/components/forms/outcome";
import { RegisterSilent } from "@/components/layout/page";
import { requestPath } from "@/lib/api/read-for-page";
import { readForConsole } from "@/lib/next/read-for-console";
import { signOut } from "./actions";

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const read = await readForConsole(async (_ctx, session) => session);
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 border-rule border-b pb-3 md:pb-0">
        <ConsoleNav path={requestPath()} />
        <SignOutForm action={signOut} operator={read.value.operator || read.value.credential_id} />
      </div>
      <OutcomeRegion>{children}</OutcomeRegion>
    </>
  );
}
