import { beforeAll, expect, it, vi } from "vitest";
import { type MailServer, startMailServer } from "@/lib/testing/mail-server";
import { sendEmail, tryMail } from "./mail";

const log = { info: vi.fn(), warn: vi.fn() };
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  vi.stubEnv("SMTP_URL", mail.url);
  vi.stubEnv("MAIL_FROM", "service@federation.example");
});

const after = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const write = () => {
  log.warn.mockClear();
  sendEmail({ log } as never, { to: "a@b.example", subject: "Hello", text: "Hello.", limit: "receipts" });
};

it("the mail server works by its last use, and by a sign-in where that is ten minutes ago", async () => {
  await tryMail(after(0));
  mail.refuseWith("451 not now");
  write();
  await expect.poll(() => log.warn.mock.calls.length).toBe(1);
  await expect(tryMail(after(1))).rejects.toMatchObject({ kind: "unavailable" });
  // A sign-in sends nothing, so it is not refused.
  await tryMail(after(11));
  mail.refuseWith(null);
  write();
  await mail.next();
  mail.stop();
  await tryMail(after(5));
  await expect(tryMail(after(30))).rejects.toMatchObject({ message: "The mail server does not accept letters." });
});
