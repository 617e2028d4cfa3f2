import type { Metadata } from "next";
import { SignInForm } from "@/components/access/session-forms";
import { signInTexts } from "@/components/access/texts";
import { OwnerFrame } from "@/components/owner/owner-frame";
import { linkTo } from "@/components/ui/link-to";
import { firstValues } from "@/lib/http/page-address";
import { pageWithin } from "@/lib/next/session";
import { chosenTheme } from "@/lib/next/theme";
import { nameRoute, readFrame } from "@/lib/portal/read-for-page";
import { signIn } from "./actions";

export const metadata: Metadata = { title: signInTexts.title };

export default async function SignInPage({ searchParams }: PageProps<"/owner/sign-in">) {
  nameRoute("/owner/sign-in");
  const { to } = firstValues(await searchParams);
  return (
    <OwnerFrame {...(await readFrame())} theme={await chosenTheme()}>
      <h1 className="text-title-1">{signInTexts.owner}</h1>
      <p className="mt-2 mb-8 max-w-[56ch] text-ink-2">{signInTexts.ownerLede}</p>
      <SignInForm
        action={signIn}
        to={pageWithin("owner", to)}
        label={signInTexts.ownerToken}
        hint={signInTexts.ownerTokenHint}
      />
      <p className="mt-6 max-w-[56ch] text-ink-2 text-sm">
        {signInTexts.noToken(linkTo("/join"), linkTo("/console/sign-in"))}
      </p>
    </OwnerFrame>
  );
}
