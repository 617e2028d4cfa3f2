import type { ReactNode } from "react";
import { SignInAgain, SignOutForm } from "@/components/access/session-forms";
import { OutcomeRegion } from "@/components/forms/outcome";
import { DatabaseUnavailable } from "@/components/layout/page";
import { OwnerFrame } from "@/components/owner/owner-frame";
import { requestScope } from "@/lib/authority/context";
import { TOKEN_FIELD } from "@/lib/next/kept-form";
import { readForOwner } from "@/lib/next/read-for-owner";
import { chosenTheme } from "@/lib/next/theme";
import { readFrame } from "@/lib/portal/read-for-page";
import { signOut } from "./actions";

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const frame = { ...(await readFrame()), theme: await chosenTheme() };
  const { keptForm } = requestScope();
  if (keptForm !== undefined) {
    return (
      <OwnerFrame {...frame}>
        <SignInAgain area="owner" kept={keptForm} field={TOKEN_FIELD} />
      </OwnerFrame>
    );
  }
  const read = await readForOwner(async (_ctx, session) => session);
  if (!read.ok) {
    return (
      <OwnerFrame {...frame}>
        <DatabaseUnavailable requestId={read.requestId} />
      </OwnerFrame>
    );
  }
  return (
    <OwnerFrame {...frame} signedIn={<SignOutForm action={signOut} name={read.value.name} />}>
      <OutcomeRegion>{children}</OutcomeRegion>
    </OwnerFrame>
  );
}
