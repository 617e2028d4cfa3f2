import type { Metadata } from "next";
import { SignInForm } from "@/components/access/session-forms";
import { signInTexts } from "@/components/access/texts";
import { linkTo } from "@/components/ui/link-to";
import { firstValues } from "@/lib/http/page-address";
import { pageWithin } from "@/lib/next/session";
import { nameRoute } from "@/lib/portal/read-for-page";
import { signIn } from "./actions";

export const metadata: Metadata = { title: signInTexts.title };

export default async function SignInPage({ searchParams }: PageProps<"/console/sign-in">) {
  nameRoute("/console/sign-in");
  const { to } = firstValues(await searchParams);
  return (
    <>
      <h1 className="text-title-1">{signInTexts.console}</h1>
      <p className="mt-2 mb-8 max-w-[56ch] text-ink-2">{signInTexts.consoleLede}</p>
      <SignInForm
        action={signIn}
        to={pageWithin("console", to)}
        label={signInTexts.operatorToken}
        hint={signInTexts.operatorTokenHint}
      />
      <p className="mt-6 text-ink-2 text-sm">{signInTexts.ownersHere(linkTo("/owner/sign-in"))}</p>
    </>
  );
}
