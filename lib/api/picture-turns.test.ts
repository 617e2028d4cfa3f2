import { expect, it } from "vitest";
import { inTurn } from "./picture-turns";

it("of many pictures at once one is drawn at a time, eight wait, and the others are told when to come again", async () => {
  let drawing = 0;
  const draw = async () => {
    drawing += 1;
    expect(drawing).toBe(1);
    await Promise.resolve();
    drawing -= 1;
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => inTurn(draw)));
  const refused = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason);
  expect(refused).toHaveLength(12);
  for (const reason of refused) expect(reason).toMatchObject({ kind: "unavailable", retryAfterSeconds: 5 });
});
