import { expect, it } from "vitest";
import { parseUrl } from "./parse-url";

it.each([
  ["https://bücher.example/zß", undefined, "https://xn--bcher-kva.example/z%C3%9F"],
  ["/ü?q=ñ", "http://localhost", "http://localhost/%C3%BC?q=%C3%B1"],
  ["https://пример.example/", undefined, "https://xn--e1afmkfd.example/"],
  ["https://", undefined, undefined],
  ["nothing", undefined, undefined],
])("%s (from %s) is %s, also after many calls", (text, base, href) => {
  const found = new Set<string | undefined>();
  for (let call = 0; call < 20_000; call += 1) found.add(parseUrl(text, base)?.href);
  expect([...found]).toEqual([href]);
});
