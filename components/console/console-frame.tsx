import type { ReactNode } from "react";
import type { FrameProps } from "@/components/layout/page-frame";
import { SignedInFrame } from "@/components/layout/signed-in-frame";
import { ConsoleNav, type WaitingCounts, WaitingNav } from "./console-nav";

interface ConsoleFrameProps extends FrameProps {
  /** The name of the signed-in operator, and the button to sign out. Absent before. */
  signedIn?: ReactNode;
  waiting?: WaitingCounts;
}

export function ConsoleFrame({ waiting, ...frame }: ConsoleFrameProps) {
  const nav = (
    <>
      {waiting && <WaitingNav waiting={waiting} />}
      <ConsoleNav path={frame.path} waiting={waiting} />
    </>
  );
  return <SignedInFrame {...frame} name="Console" home="/console" nav={nav} />;
}
