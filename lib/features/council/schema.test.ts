import { expect, it } from "vitest";
import { RecordAuditForm } from "./schema";

it("does not let a form record an empty audit", () => {
  const sent = { did: "did:fed:s1:atlas", verdict: "pass" };
  for (const summary of [undefined, "", " \n"]) {
    const { error } = RecordAuditForm.safeParse({ ...sent, summary });
    expect(error?.issues).toMatchObject([{ path: ["summary"], message: "Describe what was found." }]);
  }
  expect(RecordAuditForm.safeParse({ ...sent, summary: "Sound." }).success).toBe(true);
});
