import { demoTexts } from "@/components/status/texts";
import { linkTo } from "@/components/ui/link-to";
import { utcMinute } from "@/lib/foundation/text/utc";

/** Names the entry that ends the demo data. */
export function DemoNotice({ end }: { end: { id: string; seq: number; at: Date } }) {
  return (
    <p className="mb-8 max-w-[72ch] border border-rule border-dashed px-4 py-3 text-sm">
      {demoTexts.notice(
        (label) => (
          <b className="font-semibold">{label}</b>
        ),
        linkTo(`/anchors/${end.id}`),
        end.seq,
        utcMinute(end.at.toISOString()),
      )}
    </p>
  );
}
