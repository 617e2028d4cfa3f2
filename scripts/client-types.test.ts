import { describe, expect, it } from "vitest";
import { ENDPOINTS, PROTOCOLS } from "@/lib/portal/contract";
import { clientTypes } from "./client-types";

const types = clientTypes();
/** Returns the comment and the declaration of a method, of the calls or of the pages. */
const methodOf = (name: string, part = "Methods") => {
  const [, body = ""] = types.split(`export interface ${part} {`);
  const end = body.indexOf(`\n  ${name}(`);
  return body.slice(body.lastIndexOf("/**", end), body.indexOf(";\n\n", end));
};

describe("the types of the client", () => {
  it("have a method for each operation that is called", () => {
    for (const { operationId } of ENDPOINTS) expect(methodOf(operationId)).toContain(`  ${operationId}(input`);
    for (const { operationId } of PROTOCOLS) expect(types).not.toContain(`  ${operationId}(`);
  });

  it("say what a method does, needs and returns, and which errors are its own", () => {
    const sent = methodOf("sendEvent");
    for (const said of [
      "* Send an event.",
      "`POST /api/relay/send`. Minimum tier T2.",
      "@returns Received.",
      "400 `MVSS invalid`",
      "/** The recipient's DID. It need not be registered yet. */",
      "Promise<EventReceipt>",
    ]) {
      expect(sent).toContain(said);
    }
    expect(methodOf("getAgent")).toContain("Needs no token.");
    expect(methodOf("listDirectory", "Pages")).toContain("AsyncGenerator<");
  });

  it("are literal for each closed set of values, and open for kinds of a newer service", () => {
    expect(types).toContain('export type Tier = "T0" | "T1" | "T2" | "T3" | "T4";');
    expect(methodOf("openIncident")).toContain('severity: "LOW" | "MAJOR" | "CRITICAL"');
    expect(types).toContain("kind: ChangeKind | (string & {});");
  });

  it("let a caller pass undefined for each optional field, and give plain lists back", () => {
    expect(methodOf("sendEvent")).toContain("trace_id?: string | null | undefined;");
    expect(types).toContain("agents: Agent[];");
  });
});
