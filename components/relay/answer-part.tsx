import type { ReactNode } from "react";
import type { ShownRoute } from "@/lib/relay/route-schema";
import { Answer, type AnswerProps, saidOf } from "./answer";
import { AnswerBox, NoAnswer } from "./answer-box";

interface AnswerPartProps extends Omit<AnswerProps, "shown"> {
  /** What the visitor asked, or "". */
  asked: string;
  /** Null where nothing could be routed. */
  shown: ShownRoute | null;
  /** What stands there before anything is asked and without an example. */
  children: ReactNode;
}

/** The relay's answer to what was asked or to an example, or why there is none. */
export function AnswerPart({ asked, shown, children, ...options }: AnswerPartProps) {
  if (shown) {
    return (
      <AnswerBox says={saidOf(shown)}>
        <Answer shown={shown} {...options} />
      </AnswerBox>
    );
  }
  if (asked !== "") {
    const why = `A request has 1 to 512 characters; this one has ${[...asked].length.toLocaleString("en")}.`;
    return (
      <AnswerBox says={why}>
        <NoAnswer title="Too long" alert>
          {why}
        </NoAnswer>
      </AnswerBox>
    );
  }
  return <AnswerBox says="">{children}</AnswerBox>;
}
