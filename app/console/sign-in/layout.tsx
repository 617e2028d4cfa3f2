import type { ReactNode } from "react";
import { ConsoleFrame } from "@/components/console/console-frame";
import { chosenTheme } from "@/lib/next/theme";
import { readFrame } from "@/lib/portal/read-for-page";

export default async function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <ConsoleFrame {...(await readFrame())} theme={await chosenTheme()}>
      {children}
    </ConsoleFrame>
  );
}
