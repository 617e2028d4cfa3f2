import { describe, expect, it } from "vitest";
import type { Caller } from "@/lib/permissions";
import { admitStream, endStreams } from "./open-streams";

const agent = (name: string): Caller => ({ kind: "agent", credentialId: "c", did: `did:fed:s1:${name}`, tier: "T1" });

describe("admitStream", () => {
  it("lets an agent have four streams, and one more when one has ended", () => {
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

  it("has a bound for all together", () => {
    const all = Array.from({ length: 1_000 }, (_, index) => admitStream(agent(`${index}`)));
    expect(() => admitStream(agent("another"))).toThrow("Too many streams are open.");
    for (const ending of all) ending.abort();
    admitStream(agent("another")).abort();
  });

  it("ends them all when the process goes, and admits no more", () => {
    const open = [admitStream(agent("a")), admitStream(agent("b"))];
    endStreams();
    expect(open.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(() => admitStream(agent("a"))).toThrow("draining");
  });
});
