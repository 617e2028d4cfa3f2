import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { reports } from "@/lib/database/schema/reports";
import { lifecycle } from "@/lib/edge/lifecycle";
import { ann, DAY_MILLISECONDS } from "@/lib/features/access/applications/testing/fixtures";
import { dismissReport } from "@/lib/features/incidents/reports/service/decide";
import { reportFixtures } from "@/lib/features/incidents/reports/testing/fixtures";
import { startErasure } from "./background";

const { database, by, reported } = reportFixtures();
afterEach(() => {
  lifecycle.prepared = false;
  vi.useRealTimers();
});

it("a running service erases the address of a sender without a call by anyone", async () => {
  const { id } = await reported({ email: "sender@b.example" });
  await dismissReport(by(ann, new Date(Date.now() - 31 * DAY_MILLISECONDS)), { id: String(id), reason: "No." });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  lifecycle.prepared = true;
  const stop = startErasure();
  vi.advanceTimersByTime(3_600_000);
  stop();
  vi.useRealTimers();
  await vi.waitFor(
    async () => {
      const [row] = await database().select({ email: reports.email }).from(reports).where(eq(reports.id, id));
      expect(row?.email).toBe("");
    },
    { timeout: 20_000 },
  );
});
