import { expect, it } from "vitest";
import { errorOfEngine } from "./engine";

it.each([
  [51, "no space is left on the disk (ENOSPC)"],
  [69, "the disk is read-only (EROFS)"],
  [7, "error 7 of its file system"],
])("error %i of the engine's file system is a sentence", (errno, reason) => {
  const thrown = { name: "ErrnoError", errno };
  const message = `The embedded database in /data/postgres cannot be opened: ${reason}.`;
  expect(errorOfEngine(thrown, "/data/postgres")).toEqual(new Error(message));
});

it("other errors of the engine stay as they are", () => {
  const error = new Error("a fault");
  expect(errorOfEngine(error)).toBe(error);
  expect(errorOfEngine("text")).toBe("text");
});
