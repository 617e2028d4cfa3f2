import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { registrationOfServerJson } from "@/lib/features/agents/manifests/mcp-server-json";
import { importAgent } from "@/lib/features/agents/service/import";
import type { Example } from "@/lib/http/endpoint";
import { ENDPOINTS } from "@/lib/portal/contract";
import { send } from "@/lib/testing/routes";

const database = testDatabase();
let token = "";
beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  token = (await issueCredential(systemContext(database()), { kind: "operator", label: "" })).token;
  const server = { name: "com.example/weather", description: "Forecasts.", version: "1.0.0" };
  const source = { kind: "mcp-server-json", bytes: Buffer.from(JSON.stringify(server)) } as const;
  await importAgent(systemContext(database()), registrationOfServerJson(server), source);
});

/** Every filter with an enumeration, of every endpoint. */
const FILTERS = ENDPOINTS.flatMap((endpoint) => {
  if (!endpoint.query) return [];
  const { properties = {} } = z.toJSONSchema(endpoint.query, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === "object" && schema.enum ? [{ endpoint, name, words: schema.enum.map(String) }] : [],
  );
});

/** The required parameters of an endpoint. */
const REQUIRED: Record<string, string> = { proveConsistency: "&from=0", searchAgents: "&q=a" };

describe("a filter with an enumeration", () => {
  it("is declared by the endpoints that have one", () => {
    const declared = FILTERS.map(({ endpoint, name }) => `${endpoint.operationId}.${name}`);
    expect(declared).toEqual(
      expect.arrayContaining([
        ...["listIncidents.severity", "listAudits.verdict", "listRfcs.status", "listDirectory.tier"],
        ...["listDirectory.sort", "listDirectory.demo", "getJsonFeed.channel", "listCredentials.kind", "readLog.log"],
      ]),
    );
  });

  it.each(FILTERS.map((filter) => [`${filter.endpoint.operationId}.${filter.name}`, filter] as const))(
    "%s accepts its words in any case, and returns 400 with them for every other",
    async (_, { endpoint, name, words }) => {
      const example: Example = endpoint.example ?? {};
      const params = Object.fromEntries(
        Object.entries(example.params ?? {}).map(([key, value]) => [key, String(value)]),
      );
      const ask = (value: string) =>
        send(endpoint, { token, params, query: `${name}=${value}${REQUIRED[endpoint.operationId] ?? ""}` });
      for (const word of [...words, ...words.map((each) => each.toLowerCase()), ...words.map((w) => w.toUpperCase())]) {
        expect((await ask(word)).status, word).toBe(200);
      }
      expect((await ask("")).status).toBe(200);
      const refused = await ask("zz");
      expect({ status: refused.status, body: await refused.json() }).toEqual({
        status: 400,
        body: {
          error: "Validation error",
          code: "VALIDATION_ERROR",
          message: `\`${name}\` must be one of ${words.join(", ")}.`,
          fields: [name],
        },
      });
    },
  );
});
