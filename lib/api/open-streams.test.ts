import { describe, expect, it } from "vitest";
import { runInScope } from "@/lib/authority/context";
import type { Caller } from "@/lib/identity/permissions";
import { admitStream as admit, endStreams, type StreamUse } from "./open-streams";

const admitStream = (caller: Caller, use: StreamUse = "inbox") => admit(caller, use);
const agent = (name: string): Caller => ({ kind: "agent", credentialId: "c", did: `did:fed:s1:${name}`, tier: "T1" });

describe("admitStream", () => {
  it("admits four streams of an agent, and another after one has ended", () => {
    const four = Array.from({ length: 4 }, () => admitStream(agent("a")));
    expect(() => admitStream(agent("a"))).toThrow(
      expect.objectContaining({ kind: "unavailable", retryAfterSeconds: 5 }),
    );
    admitStream(agent("b")).abort();
    four[0]?.abort();
    four[0]?.abort();
    const again = admitStream(agent("a"));
    expect(() => admitStream(agent("a"))).toThrow();
    for (const ending of [...four, again]) ending.abort();
  });

  it("limits the total, with a reserve for inboxes", () => {
    const all = Array.from({ length: 1_000 }, (_, index) => admitStream(agent(`${index}`), "feed"));
    for (const use of ["feed", "door"] as const) {
      expect(() => admitStream(agent("another"), use)).toThrow("Too many streams are open.");
    }
    const reserve = Array.from({ length: 250 }, (_, index) => admitStream(agent(`${index}`)));
    expect(() => admitStream(agent("another"))).toThrow("Too many streams are open.");
    for (const ending of [...all, ...reserve]) ending.abort();
    admitStream(agent("another")).abort();
  });

  it("lets ten operators use all streams of the feed", () => {
    const all = Array.from({ length: 1_000 }, (_, index) =>
      admitStream({ kind: "operator", credentialId: "c", operator: `${index % 10}`, role: "owner" }, "feed"),
    );
    expect(() => admitStream({ kind: "operator", credentialId: "c", operator: "0", role: "owner" }, "feed")).toThrow(
      "A caller can have at most 100 streams at once.",
    );
    for (const ending of all) ending.abort();
  });

  it("limits callers without a token to four per address or IPv6 network, and to half of the total", () => {
    const from = (address: string) =>
      runInScope({ requestId: "r", address, event: {} }, () => admitStream({ kind: "anonymous" }, "feed"));
    const four = Array.from({ length: 4 }, (_, index) => from(`2001:db8::${index + 1}`));
    expect(() => from("2001:db8::5")).toThrow("A caller without a token can have at most 4 streams at once.");
    const others = Array.from({ length: 496 }, (_, index) => from(`192.0.${index >> 8}.${index % 256}`));
    expect(() => from("198.51.100.1")).toThrow("Too many streams are open.");
    admitStream(agent("a"), "feed").abort();
    for (const ending of [...four, ...others]) ending.abort();
    from("198.51.100.1").abort();
  });

  it("counts a caller's inboxes separately", () => {
    const rest = Array.from({ length: 4 }, (_, index) => admitStream(agent("a"), index % 2 ? "feed" : "door"));
    expect(() => admitStream(agent("a"), "feed")).toThrow();
    admitStream(agent("a")).abort();
    for (const ending of rest) ending.abort();
  });

  it("ends all streams when the process stops, and admits no more", () => {
    const open = [admitStream(agent("a")), admitStream(agent("b"))];
    endStreams();
    expect(open.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(() => admitStream(agent("a"))).toThrow("draining");
  });
});
