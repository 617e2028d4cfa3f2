import { beforeEach, describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/foundation/errors";
import { KnownSecrets } from "./known-secrets";
import { TokenBudget, TooManyWrongSecrets } from "./token-budget";

const PLACES = 5;
const WAITING = 2;
const WINDOW_SECONDS = 10;

describe("looking up the secrets of an address", () => {
  let now: number;
  let known: KnownSecrets;
  let budget: TokenBudget;
  let begun: string[];
  /** Functions that end each running look-up. */
  let answers: Map<string, (found: string) => void>;
  beforeEach(() => {
    now = 1_000_000;
    known = new KnownSecrets(60_000);
    budget = new TokenBudget({ requests: PLACES, windowSeconds: WINDOW_SECONDS }, WAITING, known, () => now);
    begun = [];
    answers = new Map();
  });
  const isWrong = (found: string) => found === "wrong";
  const lookUp = (name: string, address = "a") =>
    budget.lookUp(
      address,
      name,
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          answers.set(name, resolve);
        }),
      isWrong,
    );
  const answer = async (name: string, found: string, address = "a") => {
    const looked = lookUp(name, address);
    await expect.poll(() => answers.has(name)).toBe(true);
    answers.get(name)?.(found);
    return looked;
  };
  const spendAll = async () => {
    for (let at = 0; at < PLACES; at++) await answer(`wrong ${at}`, "wrong");
    begun = [];
  };

  it("costs nothing while they are valid", async () => {
    for (let at = 0; at < PLACES * 3; at++) await answer(`valid ${at}`, "valid");
    const many = Array.from({ length: PLACES }, (_, at) => lookUp(`at once ${at}`));
    expect(begun).toHaveLength(PLACES * 4);
    for (const end of answers.values()) end("valid");
    await Promise.all(many);
  });

  it("costs nothing while the database is down", async () => {
    for (let at = 0; at < PLACES * 3; at++) {
      const failing = budget.lookUp("a", "x", () => Promise.reject(new Error("down")), isWrong);
      await expect(failing).rejects.toThrow("down");
    }
    void lookUp("next");
    expect(begun).toEqual(["next"]);
  });

  it("counts those under way with the wrong ones: no more pass at once than one by one", async () => {
    for (let at = 0; at < PLACES + 80; at++) lookUp(`${at}`).catch(() => {});
    await new Promise(setImmediate);
    expect(begun).toHaveLength(PLACES + 1);
  });

  it("goes one at a time once the places are used up, so a valid one still gets through", async () => {
    await spendAll();
    const ends = ["x", "y", "valid"].map((name) => lookUp(name));
    await expect.poll(() => begun).toEqual(["x"]);
    answers.get("x")?.("wrong");
    await expect.poll(() => begun).toEqual(["x", "y"]);
    answers.get("y")?.("wrong");
    await expect.poll(() => begun).toEqual(["x", "y", "valid"]);
    answers.get("valid")?.("valid");
    expect(await Promise.all(ends)).toEqual(["wrong", "wrong", "valid"]);
  });

  it("is refused where too many wait, until one of them is through, and to no other address", async () => {
    await spendAll();
    const waiting = ["x", "y", "z"].map((name) => lookUp(name));
    await expect(lookUp("refused")).rejects.toMatchObject({ name: "TooManyWrongSecrets", resetAtSeconds: 1_010 });
    await expect(lookUp("refused")).rejects.toBeInstanceOf(TooManyWrongSecrets);
    void lookUp("elsewhere", "b");
    await expect.poll(() => begun).toEqual(["x", "elsewhere"]);
    answers.get("x")?.("wrong");
    await waiting[0];
    void lookUp("later");
    for (const name of ["y", "z", "later"]) {
      await expect.poll(() => answers.has(name)).toBe(true);
      answers.get(name)?.("wrong");
    }
    expect(begun).not.toContain("refused");
  });

  it("goes on after one that fails", async () => {
    await spendAll();
    await expect(budget.lookUp("a", "x", () => Promise.reject(new Error("down")), isWrong)).rejects.toThrow("down");
    expect(await answer("x", "valid")).toBe("valid");
  });

  it("has all places again in the next window, and gives none of them back for the last one", async () => {
    await spendAll();
    const late = lookUp("late");
    now += WINDOW_SECONDS * 1_000;
    const many = Array.from({ length: PLACES }, (_, at) => lookUp(`new ${at}`));
    await expect.poll(() => begun).toHaveLength(PLACES + 1);
    answers.get("late")?.("valid");
    await late;
    void lookUp("first in turn");
    void lookUp("second in turn");
    await expect.poll(() => begun).toContain("first in turn");
    expect(begun).not.toContain("second in turn");
    for (const end of answers.values()) end("valid");
    await Promise.all(many);
  });

  it("counts those that an error calls wrong", async () => {
    const wrong = () => Promise.reject(new ServiceError("unauthenticated", "no such token"));
    for (let at = 0; at < PLACES; at++)
      await expect(budget.lookUp("a", `${at}`, wrong)).rejects.toThrow("no such token");
    void lookUp("first");
    void lookUp("second");
    await expect.poll(() => begun).toEqual(["first"]);
  });

  it("never waits for one that was valid recently, until it is wrong", async () => {
    known.add("known", "bucket");
    await spendAll();
    void lookUp("another");
    await expect.poll(() => begun).toEqual(["another"]);
    expect(await answer("known", "valid")).toBe("valid");
    expect(await answer("known", "wrong")).toBe("wrong");
    void lookUp("known");
    expect(begun).toEqual(["another", "known", "known"]);
    expect(known.find("known")).toBeUndefined();
  });
});
