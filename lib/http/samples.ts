import { pathOf } from "./client";
import { type Endpoint, type Example, mediaTypeOf } from "./endpoint";

export interface Call extends Example {
  endpoint: Endpoint;
}

/** Placeholder for the caller's own DID, which each language reads from the environment. */
export const OWN_DID = "$DID";

/** Returns JSON on one line, with spaces for readability. */
function line(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(line).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${line(each)}`)
    .join(", ")} }`;
}

/** A longer body is written on several lines. */
const LINE_CHARACTERS = 56;

/** Returns a body as JSON, on one line if it is short. */
function written(body: object): string {
  const short = line(body);
  if (short.length <= LINE_CHARACTERS) return short;
  const members = Object.entries(body).map(([key, value]) => `    ${JSON.stringify(key)}: ${line(value)}`);
  return `{\n${members.join(",\n")}\n  }`;
}

/** Quotes any text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the address of a call. Braces without a value stay. */
function addressOf(origin: string, { endpoint, params, query }: Call): string {
  const input = { params: params ?? {}, query: query ?? {} };
  return origin + (params || query ? pathOf<Endpoint>(endpoint, input as never) : endpoint.path);
}

/**
 * Returns a curl command. The token is in `$TOKEN`, and the caller's own DID in `$DID`. Header and body are on separate
 * lines, so the command fits a narrow column.
 */
export function curlOf(origin: string, call: Call): string {
  const { endpoint, body, headers = {}, token } = call;
  const address = addressOf(origin, call);
  const json = body && shellWord(written(body)).replaceAll(`"${OWN_DID}"`, `"'${OWN_DID}'"`);
  return [
    `${mediaTypeOf(endpoint) === "text/event-stream" ? "curl -sN" : "curl -s"} ${/^[\w.:/-]+$/.test(address) ? address : shellWord(address)}`,
    ...(endpoint.permission || token ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(endpoint.method === "PATCH" || endpoint.method === "DELETE" || (endpoint.method === "POST" && !json)
      ? [`-X ${endpoint.method}`]
      : []),
    ...(json ? [`-d ${json}`] : []),
  ].join(" \\\n  ");
}

/** Returns several curl commands. Each response ends with a line break. */
export function curlsOf(origin: string, calls: readonly Call[]): string {
  return calls.map((call) => `${curlOf(origin, call)}; echo`).join("\n");
}

/** Returns a value as a JavaScript literal. */
function javascript(value: unknown, key?: string): string {
  if (value === OWN_DID) return key === "did" ? "did" : `${key}: did`;
  const named = key === undefined ? "" : `${key}: `;
  if (Array.isArray(value)) return `${named}[${value.map((each) => javascript(each)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return named + JSON.stringify(value);
  return `${named}{ ${Object.entries(value)
    .map(([name, each]) => javascript(each, name))
    .join(", ")} }`;
}

/** Returns the calls with the typed client. */
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
