import { drawingBits } from "./bits";

const CENTRE = 12;
const TURN = 2 * Math.PI;

function pointAt(share: number, radius: number): string {
  const angle = share * TURN - TURN / 4;
  return `${(CENTRE + radius * Math.cos(angle)).toFixed(2)} ${(CENTRE + radius * Math.sin(angle)).toFixed(2)}`;
}

/** Returns the set bits of a ring as arcs. Neighbouring bits are joined. */
function ringPath(bits: boolean[], radius: number): string {
  return bits
    .map((set, index) => {
      if (!set) return "";
      const from = pointAt(index / bits.length, radius);
      return `M${from}A${radius} ${radius} 0 0 1 ${pointAt((index + 1) / bits.length, radius)}`;
    })
    .join("");
}

/**
 * Draws the round seal of a DID: sixteen bits on the outer ring, eight on the inner. The DID is always next to it.
 * @param hues colours of the set and the unset bits where there is no stylesheet
 */
export function Identicon({
  did,
  size = 28,
  hues,
}: {
  did: string;
  size?: number;
  hues?: { set: string; unset: string };
}) {
  const bits = drawingBits(did);
  const unset = hues ? { stroke: hues.unset } : { className: "stroke-void" };
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={hues?.set ?? "currentColor"}
      {...(hues ? {} : { className: "shrink-0" })}
    >
      <circle cx={CENTRE} cy={CENTRE} r="10" strokeWidth="3" {...unset} />
      <circle cx={CENTRE} cy={CENTRE} r="5.9" strokeWidth="2.6" {...unset} />
      <path d={ringPath(bits.slice(0, 16), 10)} strokeWidth="3" />
      <path d={ringPath(bits.slice(16), 5.9)} strokeWidth="2.6" />
      <circle cx={CENTRE} cy={CENTRE} r="2" fill={hues?.set ?? "currentColor"} stroke="none" />
    </svg>
  );
}

/** Shows the service's own mark, the seal of its council's DID. */
export function ServiceMark() {
  return (
    <span className="text-accent">
      <Identicon did="did:fed:s0:council" size={34} />
    </span>
  );
}
