import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type RequestScope, runInScope, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { databaseClient, openDatabase } from "@/lib/database/open";
import {
  listRelations,
  type Relations,
  recordStatements,
  tablesNamed,
} from "@/lib/database/testing/recorded-statements";
import { testDatabase } from "@/lib/database/testing/test-database";
import { Routes } from "@/lib/edge/routes";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { seedDemo } from "@/lib/system/demo/seed";
import { PUBLIC_PAGES } from "./public-pages";
import { readFrame } from "./read-for-page";

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ host: "localhost" }),
  cookies: async () => new Map(),
}));
// Pages show one that is up to a minute old, as old as they may be themselves.
vi.mock("@/lib/features/status/service/smoke", async (original) => ({
  ...(await original<typeof import("@/lib/features/status/service/smoke")>()),
  recentSmoke: async () => ({ tag: "VERIFIED", reasons: [], degraded: [], checks: [] }),
}));

testDatabase();

type Props = { params: Promise<Record<string, string>>; searchParams: Promise<Record<string, string>> };
interface Page {
  default: (props: Props) => unknown;
  generateMetadata?: (props: Props, above: Promise<object>) => unknown;
}

const ROOT = "app/(portal)";
/** The files of the portal's pages by the paths that they are declared by. */
const FILES = new Map(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /(?:^|\/)page\.tsx$/.test(file) && !file.startsWith("[...unknown]"))
    .map((file) => [`/${file.replace(/\/?page\.tsx$/, "").replaceAll(/\[(\w+)\]/g, "{$1}")}`, file]),
);
const kept = PUBLIC_PAGES.flatMap(({ path, parameters = [], cache }) =>
  "tags" in cache ? [{ path, parameters, tags: cache.tags as readonly string[] }] : [],
);

const values: Record<string, string> = { number: "1", tag: "agents" };
let statements: string[];
let relations: Relations;
beforeAll(async () => {
  statements = recordStatements();
  const ctx = systemContext(openDatabase());
  await ensureSigningKey(ctx.db, undefined, new Date());
  await ensureVectorStore(ctx, getEmbedder());
  await seedDemo(ctx);
  const one = async (text: string) => String(Object.values((await databaseClient().unsafe(text))[0] ?? {})[0]);
  values["did"] = await one("select did from agents");
  values["provider"] = await one("select provider from agents where provider <> ''");
  values["hash"] = await one("select hash from ledger_entries where log = 'anchors'");
  values["/anchors/{id}"] = await one("select id from ledger_entries");
  values["/incidents/{id}"] = await one("select incident_id from incident_exports");
  values["trace_id"] = await one("select trace_id from relay_traces");
  relations = await listRelations();
});

const words = () => [
  "",
  values["did"] ?? "",
  values["hash"] ?? "",
  "1",
  "only",
  "name",
  "council",
  "OPEN",
  "T1",
  "PASS",
  "used",
  "mcp",
  "provider",
];

/** Renders a page and its frame, as far as they read. @returns the status that the page sets, and whether it may be stored */
async function render(path: string, query: Record<string, string>) {
  const page: Page = await import(`../../${ROOT}/${FILES.get(path)}`);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, values[path] ?? values[name] ?? ""]));
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(query) };
  const scope: RequestScope = { requestId: "", address: "", event: {}, path };
  await runInScope(scope, async () => {
    await readFrame();
    await page.generateMetadata?.(props, Promise.resolve({}));
    await page.default(props);
  }).catch((error: Error) => {
    if (error.message !== "NEXT_REDIRECT") throw error;
  });
  expect(scope.isPartial).toBeUndefined();
  return { status: scope.status, isStored: !scope.isUnannounced };
}

describe("a public page", () => {
  it("is declared, and stored or with a reason", () => {
    expect(PUBLIC_PAGES.map(({ path }) => path).sort()).toEqual([...FILES.keys()].sort());
    for (const { cache } of PUBLIC_PAGES) if ("never" in cache) expect(cache.never).toMatch(/\.$/);
  });

  it("is not cached if it depends on the vectors, and otherwise is", async () => {
    expect(await render("/agents", { q: "glossa" })).toMatchObject({ isStored: false });
    expect(await render("/agents", { q: " ", zone: "S1" })).toMatchObject({ isStored: true });
  });

  it("is cached only if everyone may see it", () => {
    const routes = new Routes(kept);
    for (const path of ["/join", "/join/status/x", "/console", "/console/agents", "/owner", "/search"]) {
      expect(routes.find(path), path).toBeNull();
    }
  });

  it.each(kept.map((page) => [page.path, page] as const))(
    "%s declares every table that it reads",
    async (path, page) => {
      const noted = async (query: Record<string, string>) => {
        statements.length = 0;
        const { status, isStored } = await render(path, query);
        return { status, tables: isStored ? tablesNamed(statements, relations) : [] };
      };
      const plain = await noted({});
      expect(plain.status).toBeUndefined();
      const read = new Set(plain.tables);
      for (const name of page.parameters) {
        for (const word of words()) for (const table of (await noted({ [name]: word })).tables) read.add(table);
      }
      expect([...read].filter((table) => !page.tags.includes(table))).toEqual([]);
    },
  );
});
