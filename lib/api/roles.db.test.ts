import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { lifecycle } from "@/lib/edge/lifecycle";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { ServiceError } from "@/lib/foundation/errors";
import type { Endpoint } from "@/lib/http/endpoint";
import { PERMISSIONS } from "@/lib/identity/permissions";
import { ROLES, type Role, roleAtLeast } from "@/lib/identity/roles";
import { ENDPOINTS } from "@/lib/portal/contract";
import { send } from "@/lib/testing/routes";

type Verb = (ctx: Context, input: unknown) => Promise<unknown>;

/** The permissions that verbs asked for since the last look. */
const { asked, verbs } = vi.hoisted(() => ({ asked: [] as string[], verbs: [] as Verb[] }));
vi.mock("@/lib/identity/permissions", async (original) => {
  const real = await original<typeof import("@/lib/identity/permissions")>();
  const authorize: typeof real.authorize = (caller, name, ...rest) => {
    asked.push(name);
    return real.authorize(caller, name, ...rest);
  };
  return { ...real, authorize };
});
vi.mock("@/lib/next/form-action", async (original) => ({
  ...(await original<typeof import("@/lib/next/form-action")>()),
  formAction: ({ caller, verb }: { caller: string; verb: Verb }) => caller === "operator" && verbs.push(verb),
}));

const database = testDatabase();
/** A token of each role. */
const tokens = new Map<Role, string>();
const TOO_LOW = "This requires the role ";

beforeAll(async () => {
  const ctx = systemContext(database());
  await ensureSigningKey(ctx.db, undefined, ctx.clock());
  lifecycle.prepared = true;
  for (const role of ROLES) {
    tokens.set(role, (await issueCredential(ctx, { kind: "operator", label: role, role })).token);
  }
});

describe.each(ROLES)("a %s", (role) => {
  const guarded = (ENDPOINTS as readonly Endpoint[]).filter(({ permission }) => permission !== undefined);
  it("may call exactly the endpoints that the table of permissions allows to the role", async () => {
    const wrong: string[] = [];
    for (const endpoint of guarded) {
      const { params, query, body } = endpoint.example ?? {};
      const response = await send(endpoint, {
        token: tokens.get(role) ?? "",
        params: Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)])),
        query: new URLSearchParams(
          Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
        ).toString(),
        ...(endpoint.body ? { body: body ?? {} } : {}),
      });
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
      const text = isStream ? "" : await response.text();
      if (isStream) await response.body?.cancel();
      const isRefused = response.status === 403 && text.includes(TOO_LOW);
      const mayCall = endpoint.permission !== undefined && roleAtLeast(role, PERMISSIONS[endpoint.permission].role);
      if (isRefused === mayCall || response.status === 401) {
        wrong.push(`${endpoint.method} ${endpoint.path}: ${response.status} ${text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

it("the actions of the console's pages are refused to each role below that of their permission", async () => {
  const files = readdirSync("app/console", { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => path.basename(name) === "actions.ts")) {
    await import(/* @vite-ignore */ pathToFileURL(path.resolve("app/console", file)).href);
  }
  expect(verbs.length).toBeGreaterThan(35);
  const wrong: string[] = [];
  for (const verb of verbs) {
    for (const role of ROLES) {
      asked.length = 0;
      const ctx = { ...systemContext(database()), caller: operatorCaller("someones", role) };
      const error = await verb(ctx, {}).catch((thrown: unknown) => thrown);
      const isRefused = error instanceof ServiceError && error.message.startsWith(TOO_LOW);
      const mayDo = (asked as (keyof typeof PERMISSIONS)[]).every((name) => roleAtLeast(role, PERMISSIONS[name].role));
      if (asked.length === 0 || isRefused === mayDo) wrong.push(`${role} ${verb.name} ${asked}: ${error}`);
    }
  }
  expect(wrong).toEqual([]);
});
