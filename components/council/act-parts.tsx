import { reasonIn } from "@/lib/features/council/act-words";
import type { Act } from "@/lib/features/council/schema";

type Details = Act["details"];

export function Move({ details: { from, to } }: { details: Details }) {
  if (typeof to !== "string") return null;
  return <span className="text-ink-2">{typeof from === "string" ? `${from} to ${to}` : `to ${to}`}</span>;
}

export function Reason({ details }: { details: Details }) {
  const said = reasonIn(details);
  if (said === undefined) return null;
  return (
    <p className="max-w-[72ch] text-ink-2">
      <bdi>{said}</bdi>
    </p>
  );
}
