import { describe, expect, it } from "vitest";
import { agentRow } from "../testing/agent-row";
import { answeringOf, checkedPlace, isSilentTooLong, nextCheck, silentFrom, stepOf, viewLiveness } from "./rules";
import { livenessLine } from "./words";

const NOW = new Date("2026-11-27T12:00:00.000Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const DAY = 1_440;

describe("a sign of life", () => {
  it("was minutes ago up to an hour, hours ago up to a day, then days ago; without one nothing is known", () => {
    const ages = [0, 59.9, 60, DAY - 0.1, DAY, 100 * DAY];
    expect(ages.map((minutes) => stepOf(ago(minutes), NOW))).toEqual([
      ...["minutes", "minutes", "hours", "hours", "days", "days"],
    ]);
    expect([stepOf(null, NOW), stepOf(undefined, NOW)]).toEqual(["unknown", "unknown"]);
  });

  it("is shown in words with its time, and a silent agent since when", () => {
    const row = { inbox_read_at: null, checked_at: null, answered_at: null, silent_since: null };
    const stored = (minutes: number) => ago(minutes).toISOString();
    const line = (more: object) => livenessLine(viewLiveness({ ...row, ...more }, NOW));
    expect(livenessLine(viewLiveness(null, NOW))).toBe("not known. Owners choose whether we check");
    expect(line({ answered_at: stored(10), inbox_read_at: stored(5 * DAY) })).toBe(
      "answered our check minutes ago (2026-11-27 11:50 UTC); read its inbox days ago (2026-11-22 12:00 UTC)",
    );
    expect(line({ answered_at: stored(200), silent_since: stored(100) })).toBe(
      "has not answered our checks since 2026-11-27 10:20 UTC",
    );
  });

  it("counts for the search as its last check went", () => {
    expect([answeringOf({}), answeringOf({ answeredAt: NOW, silentSince: null })]).toEqual([0, 1]);
    expect(answeringOf({ answeredAt: ago(100), silentSince: NOW })).toBe(-1);
  });
});

describe("a check", () => {
  it("is followed by the next one after 24 to 36 minutes", () => {
    const minutes = [0, 0.5, 1].map((random) => (nextCheck(NOW, random).getTime() - NOW.getTime()) / 60_000);
    expect(minutes).toEqual([24, 30, 36]);
  });

  it("that fails for three days is the last one", () => {
    expect([isSilentTooLong(ago(3 * DAY - 1), NOW), isSilentTooLong(ago(3 * DAY), NOW)]).toEqual([false, true]);
  });

  it("that fails after a time without checks begins a new silence", () => {
    const silentSince = ago(3 * DAY);
    expect(silentFrom({ silentSince, checkedAt: ago(30) }, NOW)).toEqual(silentSince);
    expect(silentFrom({ silentSince, checkedAt: ago(2 * DAY) }, NOW)).toEqual(NOW);
    expect(silentFrom({ silentSince: null, checkedAt: ago(30) }, NOW)).toEqual(NOW);
  });

  it("asks only a host that the agent has proven with its present key", () => {
    const row = (more: object) =>
      agentRow({
        ...{ did: "did:fed:s1:a", publicKey: "k", provenKey: "k", domains: ["a.example"] },
        ...{ endpoints: [{ protocol: "a2a", url: "https://a.example/a2a" }], ...more },
      });
    expect(checkedPlace(row({}))).toMatchObject({ address: "https://a.example/.well-known/agent-card.json" });
    expect(checkedPlace(row({ endpoints: [] }))).toEqual({ fault: expect.stringContaining("no a2a endpoint") });
    const unproven = { fault: expect.stringContaining("has not proven that it controls a.example") };
    expect(checkedPlace(row({ provenKey: "" }))).toEqual(unproven);
    expect(checkedPlace(row({ domains: ["example", "b.a.example"] }))).toEqual(unproven);
  });
});
