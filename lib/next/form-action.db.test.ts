import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type Context, type RequestScope, runInScope, systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { conflict } from "@/lib/foundation/errors";
import { runFormAction } from "./form-action";

const database = testDatabase();
const Schema = z.object({
  name: z.string().trim().min(3, "At least three letters."),
  days: z.coerce.number().int().optional(),
  token: z.string().optional(),
});
type Caller = Context["caller"];

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Sends a form to a verb as an operator, or as the given caller. */
function send(
  fields: Record<string, string> | FormData,
  verb: (ctx: Context, input: z.output<typeof Schema>) => Promise<unknown> = async (_, input) => input,
  { caller = operatorCaller() as Caller, scope = {} as Partial<RequestScope> } = {},
) {
  const form = fields?.constructor === Object ? formOf(fields as Record<string, string>) : (fields as FormData);
  const options = { caller: "operator", schema: Schema, verb, secrets: ["token"], limit: "applications" } as const;
  return runInScope({ requestId: "r-1", address: "", event: {}, ...scope }, () =>
    runFormAction(options, form, async () => ({ ...systemContext(database()), caller })),
  );
}

describe("a form", () => {
  it("reaches its verb as its schema parses it; an empty field is absent, React's own fields and files are left out", async () => {
    const form = formOf({ name: " Ada\r\nL ", days: "", $ACTION_ID_x: "1", "$ACTION_1:0": "2" });
    form.append("upload", new File(["x"], "x.txt"));
    expect(await send(form)).toEqual({ outcome: "done", value: { name: "Ada\nL" } });
  });

  it("may have a file in a field that is for files, and does not show a long text again", async () => {
    const form = formOf({ note: "x".repeat(100_001), name: "A" });
    form.append("upload", new File(["x"], "x.txt"));
    form.append("other", new File(["x"], "y.txt"));
    const schema = z.object({ upload: z.file(), name: z.string().min(3), other: z.file().optional() });
    const options = {
      caller: "anyone",
      schema,
      verb: async (_: Context, input: unknown) => input,
      files: ["upload"],
    } as const;
    const sent = () => runFormAction(options, form, async () => systemContext(database()));
    expect(await sent()).toMatchObject({
      outcome: "open",
      values: { name: "A" },
      fields: { name: [expect.any(String)] },
    });
    expect(await sent()).not.toHaveProperty("values.note");
    form.set("name", "Ada");
    expect(await sent()).toEqual({ outcome: "done", value: { upload: form.get("upload"), name: "Ada" } });
  });

  it("comes back with the input and each problem at its field, and the verb is not called", async () => {
    const verb = vi.fn();
    const typed = { name: "A", days: "x", note: "kept\nas typed" };
    const state = await send({ ...typed, token: "fgs_opr_secret" }, verb);
    expect(state).toMatchObject({ outcome: "open", values: typed });
    expect(state).toMatchObject({ fields: { name: ["At least three letters."], days: ["This must be a number."] } });
    expect(JSON.stringify(state)).not.toContain("fgs_opr_secret");
    expect(verb).not.toHaveBeenCalled();
    expect(await send({})).toMatchObject({ fields: { name: ["This field is required."] } });
  });

  it.each(["a\0b", "\ud800x"])("does not send %j to the database, and reports it at its field", async (name) => {
    const form = new FormData();
    vi.spyOn(form, Symbol.iterator).mockImplementation(() => [["name", name]][Symbol.iterator]() as never);
    expect(await send(form)).toMatchObject({ fields: { name: [expect.stringContaining("cannot be stored")] } });
  });

  it("counts towards its limit only if its fields are right", async () => {
    const attempt = vi.fn(async () => ({ allowed: false, resetAtSeconds: Date.now() / 1_000 + 600 }));
    const verb = vi.fn();
    for (let sent = 0; sent < 20; sent += 1) await send({ name: "A" }, verb, { scope: { attempt } });
    expect(attempt).not.toHaveBeenCalled();
    expect(await send({ name: "Ada" }, verb, { scope: { attempt } })).toMatchObject({
      outcome: "open",
      values: { name: "Ada" },
      message: expect.stringMatching(/Too many attempts from this address\. Try again in \d+ min\./),
    });
    expect([attempt.mock.calls, verb.mock.calls]).toEqual([[["applications"]], []]);
  });

  it("shows a verb's error, at its field if it has one", async () => {
    const refuse = (about: { field?: string }) => () => Promise.reject(conflict("Somebody else was first.", about));
    expect(await send({ name: "Ada" }, refuse({}))).toEqual({
      ...{ outcome: "open", values: { name: "Ada" } },
      message: "Somebody else was first.",
    });
    expect(await send({ name: "Ada" }, refuse({ field: "name" }))).toMatchObject({
      fields: { name: ["Somebody else was first."] },
    });
  });

  it("reports that the database failed, with the request's id and nothing from lower layers", async () => {
    const below = Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:5432"), { code: "ECONNREFUSED" });
    const state = await send({ name: "Ada" }, () => Promise.reject(below));
    expect(state).toMatchObject({ outcome: "open", values: { name: "Ada" }, message: expect.stringContaining("r-1") });
    expect(JSON.stringify(state)).not.toMatch(/ECONNREFUSED|10\.0\.0\.7/);
  });

  it("reports that something else failed, without details", async () => {
    const state = await send({ name: "Ada" }, () => Promise.reject(new TypeError("secret is undefined")));
    expect(state).toMatchObject({ message: expect.stringContaining("r-1") });
    expect(JSON.stringify(state)).not.toContain("secret");
  });

  it("of an operator does nothing without a session, and loses nothing", async () => {
    const verb = vi.fn();
    const state = await send({ name: "Ada" }, verb, { caller: { kind: "anonymous" } });
    expect(state).toMatchObject({ values: { name: "Ada" }, message: expect.stringContaining("session has ended") });
    expect(verb).not.toHaveBeenCalled();
  });

  it("is rejected if its address has tried too often", async () => {
    const verb = vi.fn();
    const attempt = vi.fn(async () => ({ allowed: false, resetAtSeconds: Date.now() / 1_000 + 61 }));
    const state = await send({ name: "Ada" }, verb, { scope: { attempt } });
    expect(state).toMatchObject({ values: { name: "Ada" }, message: expect.stringMatching(/again in 2 min/) });
    expect(attempt).toHaveBeenCalledWith("applications");
    expect(verb).not.toHaveBeenCalled();
  });

  it.each([undefined, null, "x", []])("is an empty one if a program sends %j in its place", async (anything) => {
    expect(await send(anything as never)).toEqual(await send({}));
  });
});
