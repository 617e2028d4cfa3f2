import type { StatusNotice } from "@/lib/features/status/schema";

const STROKE = { fill: "none", stroke: "currentColor", strokeWidth: 1.5 } as const;

const DRAWINGS = {
  operational: <circle cx="6" cy="6" r="5" className="fill-accent" />,
  incident: <path d="M6 1.2l5.2 9.6H.8z" {...STROKE} />,
  degraded: (
    <>
      <circle cx="6" cy="6" r="4.75" {...STROKE} />
      <path d="M6 1.25a4.75 4.75 0 0 0 0 9.5z" fill="currentColor" />
    </>
  ),
  unchecked: <circle cx="6" cy="6" r="4.75" {...STROKE} strokeDasharray="2 2" />,
  frozen: <path d="M6 .8v10.4M1.5 3.4l9 5.2M10.5 3.4l-9 5.2" {...STROKE} />,
  critical: <path d="M0 8h3v4h-3zM4.5 4h3v8h-3zM9 0h3v12h-3z" fill="currentColor" />,
  maintenance: <path d="M1 10.5h10M2.5 10.5v-6l3.5-3l3.5 3v6" {...STROKE} />,
  planned: <path d="M1 2.5h10v8.5h-10zM1 5.5h10M3.5 .5v3M8.5 .5v3" {...STROKE} />,
  outage: (
    <>
      <path d="M0 0h12v12h-12z" fill="currentColor" />
      <path d="M3.5 3.5l5 5M8.5 3.5l-5 5" fill="none" strokeWidth="1.5" className="stroke-paper" />
    </>
  ),
} as const satisfies Record<StatusNotice["kind"], unknown>;

export function NoticeMark({ kind }: { kind: StatusNotice["kind"] }) {
  return (
    <svg aria-hidden width="12" height="12" viewBox="0 0 12 12" className="shrink-0">
      {DRAWINGS[kind]}
    </svg>
  );
}
