import { expect, it } from "vitest";
import { markedBy, markOf, workHref } from "./rules";
import type { Queue } from "./schema";

it.each<[Queue, string, string]>([
  ["application", "a1", "/console/applications/a1"],
  ["report", "3", "/console/reports/3"],
  ["incident", "12", "/console/incidents/12"],
  ["freeze", "12", "/console/incidents/12"],
  ["reply", "incident:12 did:fed:s1:x", "/console/replies?record=incident%3A12&did=did%3Afed%3As1%3Ax"],
  ["source", "s1", "/console/sources?source=s1"],
  ["second", "t4 did:web:a.example%3A8443", "/console/agents/did:web:a.example%253A8443"],
  ["second", "t4 application:a1", "/console/applications/a1"],
  ["second", "t4 registration:did:fed:s1:x 0123abcd", "/console/agents?q=did%3Afed%3As1%3Ax"],
  ["second", "erasure anchor:e1", "/console/redact?subject=anchor&id=e1"],
  ["second", "erasure incident:12 description,title", "/console/redact?subject=incident&id=12"],
  ["second", "erasure version:did:fed:s1:x name", "/console/redact?subject=version&id=did%3Afed%3As1%3Ax"],
])(
  "an item of the queue %s (%s) is decided at %s, and keeps the list that the reader comes from",
  (queue, id, page) => {
    expect(workHref({ queue, id })).toBe(page);
    const from = new URL(workHref({ queue, id }, "queue=second"), "http://x").searchParams;
    expect(from.get("from")).toBe("queue=second");
    const plain = new URL(page, "http://x").searchParams;
    for (const [name, value] of plain) expect(from.get(name)).toBe(value);
  },
);

it("a mark names its item, and no other field does", () => {
  const key = { queue: "report" as const, id: "3" };
  expect(markedBy(markOf(key))).toEqual(key);
  for (const name of ["reason", "item incident 3", "item report", "item report 3 4"])
    expect(markedBy(name)).toBeUndefined();
});
