import { expect, it } from "vitest";
import { z } from "zod";
import { ROUTED_ENDPOINTS } from "@/lib/portal/contract";

interface Part {
  format?: string;
  anyOf?: Part[];
}

const isInstant = ({ format, anyOf = [] }: Part): boolean => format === "date-time" || anyOf.some(isInstant);

/** The schemas of all times that a request may name in its query or at the top of its body. */
const INSTANTS = ROUTED_ENDPOINTS.flatMap(({ operationId, query, body }) =>
  [query, body].flatMap((schema) => {
    if (!(schema instanceof z.ZodObject)) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    return Object.entries(properties)
      .filter(([, part]) => isInstant(part as Part))
      .map(([name]) => ({ name: `${operationId}.${name}`, schema: schema.shape[name] as z.ZodType }));
  }),
);

it("finds the times that requests name", () => {
  const names = INSTANTS.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["listAnchors.from", "queryAnchors.to", "listMcpServers.updated_since"]),
  );
});

it.each(INSTANTS)("$name is a time from 1970 to 9999, which the database can hold", ({ schema }) => {
  const accepted = [
    "1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "9999-12-31T23:59:59.999Z",
    "2026-01-01T00:00:00+14:00",
  ];
  const refused = ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59-01:00"];
  expect(accepted.filter((text) => !schema.safeParse(text).success)).toEqual([]);
  expect(refused.filter((text) => schema.safeParse(text).success)).toEqual([]);
});
