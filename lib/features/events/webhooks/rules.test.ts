import { describe, expect, it } from "vitest";
import { bodyOf, isEcho, mayReceiveBy, messageOf, retryAfterSeconds, retryPauseMilliseconds } from "./rules";

describe("pauseAfter", () => {
  it("follows the schedule of Standard Webhooks, which ends after more than three days", () => {
    const seconds = Array.from({ length: 10 }, (_, index) => retryPauseMilliseconds(index + 1, undefined, 0));
    expect(seconds.map((pause) => pause && pause / 1_000)).toEqual([
      5,
      300,
      1_800,
      7_200,
      18_000,
      36_000,
      50_400,
      72_000,
      86_400,
      null,
    ]);
  });

  it("adds at most a fifth at random", () => {
    expect(retryPauseMilliseconds(1, undefined, 1)).toBe(6_000);
  });

  it("follows Retry-After up to one day, and is never shorter than the schedule", () => {
    expect(retryPauseMilliseconds(1, 60, 0)).toBe(60_000);
    expect(retryPauseMilliseconds(1, 1, 0)).toBe(5_000);
    expect(retryPauseMilliseconds(1, 10_000_000, 0)).toBe(86_400_000);
    expect(retryPauseMilliseconds(10, 60, 0)).toBeNull();
  });
});

describe("retryAfterSeconds", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  it.each([
    ["120", 120],
    ["Wed, 25 Nov 2026 12:01:00 GMT", 60],
    ["Wed, 25 Nov 2026 11:00:00 GMT", 0],
    ["soon", undefined],
    [null, undefined],
  ])("reads %s as %s", (header, seconds) => expect(retryAfterSeconds(header, now)).toBe(seconds));
});

describe("a message", () => {
  const message = messageOf({
    ...{ cursor: "abc.7", kind: "agent.suspended", subject: "did:fed:s1:a", dids: ["did:fed:s1:a"], zone: "S1" },
    ...{ at: "2026-11-25T12:00:00.000Z", data: { reason: "It fails." } },
  });

  it("has the id of its change, the same for all receivers and attempts", () => {
    expect(message.id).toBe("msg_abc_7");
  });

  it("has the body of Standard Webhooks: type, timestamp, data", () => {
    expect(JSON.parse(bodyOf(message, "standard", "https://fed.example"))).toEqual({
      type: "agent.suspended",
      timestamp: "2026-11-25T12:00:00.000Z",
      data: {
        ...{ cursor: "abc.7", subject: "did:fed:s1:a", dids: ["did:fed:s1:a"], zone: "S1" },
        data: { reason: "It fails." },
      },
    });
  });

  it("is a CloudEvents 1.0 event if the subscription has this format", () => {
    expect(JSON.parse(bodyOf(message, "cloudevents", "https://fed.example"))).toMatchObject({
      ...{ specversion: "1.0", id: "msg_abc_7", source: "https://fed.example", type: "agent.suspended" },
      ...{ subject: "did:fed:s1:a", time: "2026-11-25T12:00:00.000Z", datacontenttype: "application/json" },
    });
  });
});

describe("isEcho", () => {
  it.each([
    ["c", true],
    [" c\n", true],
    ['{"challenge":"c"}', true],
    ['{"challenge":"d"}', false],
    ["null", false],
    ["<html>c</html>", false],
    ["", false],
  ])("of %j is %s", (text, expected) => expect(isEcho(text, "c")).toBe(expected));
});

it.each([
  ["https:", "production", [], true],
  ["http:", "development", [{}], true],
  ["http:", "development", [], false],
  ["http:", "production", [{}], false],
])("a receiver by %s in %s, with OUTGOING_ALLOW %j, is allowed: %s", (protocol, NODE_ENV, OUTGOING_ALLOW, expected) => {
  expect(mayReceiveBy(protocol, { NODE_ENV, OUTGOING_ALLOW })).toBe(expected);
});
