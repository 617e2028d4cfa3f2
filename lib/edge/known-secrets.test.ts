import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { KnownSecrets } from "./known-secrets";

const KEEP = 60_000;
let known: KnownSecrets;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  known = new KnownSecrets(KEEP, 3);
});
const bucketOf = (secret: string) => known.find(secret)?.bucket;

it("knows a secret that was seen valid not long ago, and how long ago", () => {
  known.add("a", "bucket a");
  vi.setSystemTime(Date.now() + KEEP - 1);
  expect(known.find("a")).toEqual({ bucket: "bucket a", ageMilliseconds: KEEP - 1 });
  vi.setSystemTime(Date.now() + 1);
  expect(known.find("a")).toBeUndefined();
  expect(known.find("b")).toBeUndefined();
});

it("forgets one that has ended", () => {
  known.add("a", "bucket a");
  known.remove("a");
  expect(known.find("a")).toBeUndefined();
});

it("keeps so many, and of those the ones seen last", () => {
  for (const secret of ["a", "b", "c", "a", "d"]) known.add(secret, secret);
  expect(["a", "b", "c", "d"].map(bucketOf)).toEqual(["a", undefined, "c", "d"]);
});
