import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ann } from "@/lib/features/access/applications/testing/fixtures";
import { type MailServer, startMailServer } from "@/lib/testing/mail-server";
import { incidentFrom, reportFixtures } from "../testing/fixtures";
import { dismissReport, openReport } from "./decide";

const { by, reported } = reportFixtures();
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  vi.stubEnv("SMTP_URL", mail.url);
  vi.stubEnv("MAIL_FROM", "Federation <federation@mail.example>");
});
afterAll(() => mail.stop());

it("a decision is e-mailed to senders with an address, without the private address or the input", async () => {
  const text = "Buy now at https://spam.example";
  const silent = await reported({ text });
  await dismissReport(by(ann), { id: String(silent.id), reason: "Spam." });
  const one = await reported({ text, email: "one@b.example" });
  const { incident } = await openReport(by(ann), incidentFrom(one.id));
  const two = await reported({ text, email: "two@b.example" });
  const opened = await mail.next();
  await dismissReport(by(ann), { id: String(two.id), reason: "Spam, once more." });
  const dismissed = await mail.next();
  expect([opened.to, dismissed.to]).toEqual(["one@b.example", "two@b.example"]);
  expect(opened.data).toContain(`It was opened as incident ${incident}`);
  expect(dismissed.data).toContain("Spam, once more.");
  for (const { data } of [opened, dismissed]) {
    for (const kept of ["spam.example", one.secret, two.secret]) expect(data).not.toContain(kept);
  }
});
