import fc from "fast-check";
import { expect, it } from "vitest";
import { elementTexts } from "./element-texts";

it.each<[string, string[]]>([
  ["[]", []],
  [' [ 1.0 , "a,]\\"" ,{"b" :[ ]}\n]', ["1.0", '"a,]\\""', '{"b" :[ ]}']],
  ['{"servers":[{"x":"\\u0061"}, null]}', ['{"x":"\\u0061"}', "null"]],
  ['{"other":["no"],"metadata":{"servers":["no"]},"serv\\u0065rs":[ "yes" ]}', ['"yes"']],
  ['{"servers":["first"],"servers":["last"]}', ['"last"']],
])("the elements of %s are as they are written", (json, texts) => {
  expect(elementTexts(json)).toEqual(texts);
});

it("each text is that of one element, in order, for any list and formatting", () => {
  const list = fc.array(fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(list, fc.nat(3), fc.boolean(), (values, indent, wrapped) => {
      const json = JSON.stringify(wrapped ? { "[": "]", servers: values, metadata: [values] } : values, null, indent);
      const texts = elementTexts(json);
      expect(texts.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(values)));
      for (const text of texts) expect(json).toContain(text);
    }),
    { numRuns: 500 },
  );
});
