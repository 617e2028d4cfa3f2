import { pathOf } from "./client";
import type { Endpoint } from "./endpoint";

/** A call that somebody may paste. */
export interface Call {
  endpoint: Endpoint;
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  body?: object;
}

/** Stands in a call for the caller's own DID, which each language takes from the environment. */
export const OWN_DID = "$DID";

/** JSON on one line, with the spaces that make it readable. */
function line(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(line).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${line(each)}`)
    .join(", ")} }`;
}

/** Past this a body is written on several lines. */
const LINE_CHARACTERS = 56;

/** A body as JSON, on one line where that is short. */
function written(body: object): string {
  const short = line(body);
  if (short.length <= LINE_CHARACTERS) return short;
  const members = Object.entries(body).map(([key, value]) => `    ${JSON.stringify(key)}: ${line(value)}`);
  return `{\n${members.join(",\n")}\n  }`;
}

/** A text as one word of a POSIX shell, whatever it holds. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The address of a call. Braces stay where nothing is given for them. */
function addressOf(origin: string, { endpoint, params, query }: Call): string {
  const input = { params: params ?? {}, query: query ?? {} };
  return origin + (params || query ? pathOf<Endpoint>(endpoint, input as never) : endpoint.path);
}

/**
 * As a curl command; the token is in `$TOKEN`, and the caller's own DID in `$DID`. Header and body are on lines of their
 * own, so that the command fits a narrow column.
 */
export function curlOf(origin: string, call: Call): string {
  const { endpoint, body } = call;
  const address = addressOf(origin, call);
  const json = body && shellWord(written(body)).replaceAll(`"${OWN_DID}"`, `"'${OWN_DID}'"`);
  return [
    `${endpoint.kind === "stream" ? "curl -sN" : "curl -s"} ${/^[\w.:/-]+$/.test(address) ? address : shellWord(address)}`,
    ...(endpoint.permission ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(endpoint.method === "PATCH" || endpoint.method === "DELETE" || (endpoint.method === "POST" && !json)
      ? [`-X ${endpoint.method}`]
      : []),
    ...(json ? [`-d ${json}`] : []),
  ].join(" \\\n  ");
}

/** As curl commands, one after the other. Each response ends its line. */
export function curlsOf(origin: string, calls: readonly Call[]): string {
  return calls.map((call) => `${curlOf(origin, call)}; echo`).join("\n");
}

/** A value as an object literal of JavaScript. */
function javascript(value: unknown, key?: string): string {
  if (value === OWN_DID) return key === "did" ? "did" : `${key}: did`;
  const named = key === undefined ? "" : `${key}: `;
  if (Array.isArray(value)) return `${named}[${value.map((each) => javascript(each)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return named + JSON.stringify(value);
  return `${named}{ ${Object.entries(value)
    .map(([name, each]) => javascript(each, name))
    .join(", ")} }`;
}

/** By the typed client. */
export function typescriptOf(origin: string, calls: readonly Call[]): string {
  const asked = calls.map(
    ({ endpoint, body }) => `console.log(await federation.${endpoint.operationId}(${javascript({ body })}));`,
  );
  return `import { connect } from "federation-governance-service/client";

const { TOKEN: token = "", DID: did = "" } = process.env;
const federation = connect({ baseUrl: "${origin}", token });
${asked.join("\n")}
`;
}

/** By Python's standard library alone. */
export function pythonOf(origin: string, calls: readonly Call[]): string {
  const asked = calls.map(
    ({ endpoint, body }) => `print(call("${endpoint.path}", ${line(body).replaceAll(`"${OWN_DID}"`, "did")}))`,
  );
  return `import json, os
from urllib.request import Request, urlopen

did, token = os.environ["DID"], os.environ["TOKEN"]

def call(path, body):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urlopen(Request("${origin}" + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)

${asked.join("\n")}
`;
}
