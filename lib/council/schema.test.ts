import { expect, it } from "vitest";
import { RecordAuditForm } from "./schema";

it("lets a form put no audit on record that says nothing", () => {
  const sent = { did: "did:fed:s1:atlas", verdict: "pass" };
  for (const summary of [undefined, "", " \n"]) {
    const { error } = RecordAuditForm.safeParse({ ...sent, summary });
    expect(error?.issues).toMatchObject([{ path: ["summary"], message: "Say what was found." }]);
  }
  expect(RecordAuditForm.safeParse({ ...sent, summary: "Sound." }).success).toBe(true);
});
