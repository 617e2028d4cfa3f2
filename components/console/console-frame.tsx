import type { ReactNode } from "react";
import { consoleTexts } from "@/components/console/texts";
import type { FrameProps } from "@/components/layout/page-frame";
import { SignedInFrame } from "@/components/layout/signed-in-frame";
import { ConsoleNav } from "./console-nav";

interface ConsoleFrameProps extends FrameProps {
  /** The name of the signed-in operator, and the button to sign out. Absent before. */
  signedIn?: ReactNode;
}

/** Shows the frame of the console. */
export function ConsoleFrame(frame: ConsoleFrameProps) {
  return (
    <SignedInFrame {...frame} name={consoleTexts.console} home="/console" nav={<ConsoleNav path={frame.path} />} />
  );
}
