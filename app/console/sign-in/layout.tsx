import type { ReactNode } from "react";
import { ConsoleFrame } from "@/components/console/console-frame";
import { readFrame } from "@/lib/api/read-for-page";
import { chosenTheme } from "@/lib/next/theme";

export default async function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <ConsoleFrame {...(await readFrame())} theme={await chosenTheme()}>
      {children}
    </ConsoleFrame>
  );
}
