import { createElement } from "react";
import { expect, it, vi } from "vitest";
import { AgentPicture } from "@/components/layout/pictures/agent-picture";
import { drawableText } from "@/components/layout/pictures/glyphs";
import { SERIF } from "@/components/layout/pictures/page-picture";
import { drawPicture } from "./pictures";

/** Everything that a picture may have to draw. */
const ALPHABET = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(
  (letter) => letter.trim() !== "" && drawableText(letter, "") === letter,
);

it("a picture loads no font from another host, for any letters", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  expect(ALPHABET.length).toBeGreaterThan(500);
  const style = { display: "block", fontFamily: SERIF, fontSize: 20, wordBreak: "break-all" };
  await drawPicture(createElement("div", { style }, ALPHABET.join("")));
  const hostile = { name: "翻訳者 🙂\u202e<b>", federation: "اتحاد", host: "", asOf: "2026-12-01" };
  const did = `did:fed:s1:${"w".repeat(244)}`;
  const png = await drawPicture(AgentPicture({ ...hostile, did, tier: "T4", score: 100 }));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(asked.mock.calls.map(([url]) => String(url)).filter((url) => /^https?:/.test(url))).toEqual([]);
});
