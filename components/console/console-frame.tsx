import type { ReactNode } from "react";
import type { FrameProps } from "@/components/layout/page-frame";
import { SlimFrame } from "@/components/layout/slim-frame";
import { ConsoleNav } from "./console-nav";

interface ConsoleFrameProps extends FrameProps {
  /** Who is signed in, and the way out; absent before that. */
  signedIn?: ReactNode;
}

/** The frame of the console. */
export function ConsoleFrame(frame: ConsoleFrameProps) {
  return <SlimFrame {...frame} name="Console" home="/console" nav={<ConsoleNav path={frame.path} />} />;
}
