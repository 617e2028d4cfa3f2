import type { RfcStatus } from "@/lib/rfcs/schema";
import { LIGHT } from "./colours";
import { drawableText } from "./letters";
import { Heading, type Origin, SERIF, Sheet } from "./sheet";

const LOOKS: Record<RfcStatus, { word: string; color: string; background: string; border: string }> = {
  DRAFT: { word: "Draft", color: LIGHT["ink-2"], background: LIGHT.paper, border: `2px dashed ${LIGHT.rule}` },
  ACTIVE: { word: "Active", color: LIGHT["ink-inverse"], background: LIGHT.ink, border: `2px solid ${LIGHT.ink}` },
  FROZEN: {
    word: "Frozen",
    color: LIGHT.frozen,
    background: LIGHT["frozen-wash"],
    border: `2px solid ${LIGHT.frozen}`,
  },
  SUPERSEDED: { word: "Superseded", color: LIGHT["ink-3"], background: LIGHT.paper, border: `2px solid ${LIGHT.rule}` },
};

interface Facts extends Origin {
  number: number;
  title: string;
  status: RfcStatus;
  reviews: number;
}

const reviewed = (reviews: number) =>
  reviews === 0 ? "No reviews yet" : `${reviews} ${reviews === 1 ? "review" : "reviews"}`;

/** An RFC by its number, title and status. */
export function RfcPicture({ number, title, status, reviews, ...origin }: Facts) {
  const { word, ...look } = LOOKS[status];
  return (
    <Sheet {...origin} kind="Rule of the federation" foot={reviewed(reviews)}>
      <div style={{ display: "flex", alignItems: "center", gap: 32, fontFamily: SERIF }}>
        <div style={{ color: LIGHT["ink-2"], fontSize: 52 }}>{`RFC ${number}`}</div>
        <div style={{ padding: "0 18px 4px", fontSize: 36, ...look }}>{word}</div>
      </div>
      <div style={{ display: "flex", marginTop: 24 }}>
        <Heading size={72} lines={3}>
          {drawableText(title, `RFC ${number}`)}
        </Heading>
      </div>
    </Sheet>
  );
}
