import type { ReactNode } from "react";
import type { ShownRoute } from "@/lib/features/relay/route-schema";
import { describeResult, RouteResult, type RouteResultProps } from "./route-result";
import { NoRouteResult, RouteResultBox } from "./route-result-box";

interface RouteResultPartProps extends Omit<RouteResultProps, "shown"> {
  /** The visitor's request, or "". */
  asked: string;
  /** Null if nothing could be routed. */
  shown: ShownRoute | null;
  /** Shown before the first request, if there is no example. */
  children: ReactNode;
}

export function RouteResultPart({ asked, shown, children, ...options }: RouteResultPartProps) {
  if (shown) {
    return (
      <RouteResultBox says={describeResult(shown)}>
        <RouteResult shown={shown} {...options} />
      </RouteResultBox>
    );
  }
  if (asked !== "") {
    const why = `A request has 1 to 512 characters. This one has ${([...asked].length).toLocaleString("en")}.`;
    return (
      <RouteResultBox says={why}>
        <NoRouteResult title="Too long" alert>
          {why}
        </NoRouteResult>
      </RouteResultBox>
    );
  }
  return <RouteResultBox says="">{children}</RouteResultBox>;
}
