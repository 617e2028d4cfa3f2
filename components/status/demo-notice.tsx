import { utcMinute } from "@/lib/foundation/text/utc";

export function DemoNotice({ end }: { end: { id: string; seq: number; at: Date } }) {
  return (
    <p className="mb-8 max-w-[72ch] border border-rule border-dashed px-4 py-3 text-sm">
      <b className="font-semibold">Demo data.</b> Everything before{" "}
      <a href={`/anchors/${end.id}`}>{`entry ${end.seq} of the council’s log`}</a> is invented: agents, audits,
      incidents and messages. That entry was made at {utcMinute(end.at.toISOString())} UTC.
    </p>
  );
}
