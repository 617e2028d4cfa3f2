import { expect, it } from "vitest";
import { registrationParts } from "./registration-parts";

const recordOf = (text: string) => ({
  ...{ did: "did:fed:s1:atlas", name: text, model: text, modelGiven: true, role: text, runtimeType: text },
  ...{ capabilities: [text], skills: [text], capabilityManifest: {}, publicKey: "" },
});
const TEXTS = ["name", "model", "role", "runtime_type", "capabilities", "skills"];

it("counts the texts of a record, but not those of an earlier record that show nothing", () => {
  expect(registrationParts(recordOf("Atlas 2")).present).toEqual(TEXTS);
  for (const blank of ["\u3164", "\u2800", "\u115f\u1160", "\u200c\u200d"]) {
    expect(registrationParts(recordOf(blank)).present).toEqual([]);
  }
});
