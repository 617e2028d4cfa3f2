import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { drawingBits } from "./bits";
import { Identicon } from "./identicon";

const DIDS = Array.from({ length: 1_000 }, (_, n) => `did:fed:s${n % 5}:agent-${n}`);

describe("a DID's seal", () => {
  it("is the same for the same DID", () => {
    const draw = () => renderToStaticMarkup(createElement(Identicon, { did: "did:fed:s1:atlas" }));
    expect(draw()).toBe(draw());
  });

  it("differs between nearly all of a thousand similar DIDs", () => {
    const distinct = new Set(DIDS.map((did) => drawingBits(did).map(Number).join("")));
    expect(distinct.size).toBeGreaterThan(995);
  });

  it("fills about half of its segments", () => {
    const set = DIDS.flatMap(drawingBits).filter(Boolean).length / (DIDS.length * 24);
    expect(set).toBeGreaterThan(0.45);
    expect(set).toBeLessThan(0.55);
  });
});
