import { expect, it } from "vitest";
import { withDrawSlot } from "./picture-slots";

it("of many concurrent pictures one is drawn at a time, eight wait, and the others get a Retry-After", async () => {
  let drawing = 0;
  const draw = async () => {
    drawing += 1;
    expect(drawing).toBe(1);
    await Promise.resolve();
    drawing -= 1;
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => withDrawSlot(draw)));
  const refused = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason);
  expect(refused).toHaveLength(12);
  for (const reason of refused) expect(reason).toMatchObject({ kind: "unavailable", retryAfterSeconds: 5 });
});
