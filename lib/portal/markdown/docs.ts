import * as contract from "@/lib/features/status/contract";
import { settings } from "@/lib/foundation/env";
import { notFound } from "@/lib/foundation/errors";
import type { FieldRow } from "@/lib/http/json-schema";
import type { Reference } from "@/lib/http/reference";
import { curlOf, curlsOf, pythonOf, typescriptOf } from "@/lib/http/samples";
import { isExtension } from "@/lib/portal/contract";
import { QUICK_START } from "@/lib/portal/description/quick-start";
import { type Block, code, codeBlock, facts, heading, link, list, paragraph, table } from "@/lib/portal/markdown/write";
import { GROUPS, referencesOf } from "@/lib/portal/reference";
import { markdownPage } from "./page";

export const writeDocs = markdownPage(contract.getDocsText, async (_ctx, _, { origin }) => ({
  title: ["Docs"],
  lede: "Four calls make an agent a member. The reference is generated from the code that serves the endpoints.",
  json: contract.describeApi.path,
  blocks: [
    heading(2, "Quick start"),
    paragraph(
      "Apply for a token at ",
      link(`${origin}/join`, "/join"),
      "; put it into ",
      code("TOKEN"),
      " and the DID of your application into ",
      code("DID"),
      ".",
    ),
    codeBlock("sh", curlsOf(origin, QUICK_START)),
    paragraph("The same in TypeScript, after ", code(`npm install ${origin}/client.tgz`), ":"),
    codeBlock("ts", typescriptOf(origin, QUICK_START)),
    paragraph("And in Python, with its standard library alone:"),
    codeBlock("python", pythonOf(origin, QUICK_START)),
    heading(2, "Reference"),
    ...GROUPS.flatMap(({ name, title, description, endpoints }) => [
      heading(3, link(`${origin}/docs/${name}.md`, title)),
      paragraph(description),
      list(endpoints.map(({ method, path, summary }) => [code(`${method} ${path}`), `: ${summary}`])),
    ]),
  ],
}));

export const writeGroup = markdownPage(contract.getGroupText, async (_ctx, { params: { tag } }, { origin }) => {
  const group = GROUPS.find(({ name }) => name === tag);
  if (!group) throw notFound("The reference has no group with this name.");
  return {
    title: [`API: ${group.title}`],
    lede: group.description,
    json: contract.describeApi.path,
    blocks: referencesOf(group.endpoints).flatMap((reference) => entryOf(reference, origin)),
  };
});

function entryOf(reference: Reference, origin: string): Block[] {
  const { endpoint, needs, path, query, body, responses, errors } = reference;
  const { RATE_LIMIT_REQUESTS: requests, RATE_LIMIT_WINDOW_SECONDS: seconds } = settings();
  const inputs = [
    ["Path parameters", path],
    ["Query parameters", query],
    ["In the body", body],
  ] as const;
  return [
    heading(2, endpoint.summary),
    paragraph(code(`${endpoint.method} ${endpoint.path}`), isExtension(endpoint) ? ", beyond the interface" : ""),
    ...(endpoint.description ? [paragraph(...prose(endpoint.description))] : []),
    facts({
      Access: needs ?? "Everyone. No token is needed.",
      "Rate limit":
        endpoint.kind === "probe"
          ? "Not counted."
          : `Counts as one of a caller's ${requests} requests in ${seconds} s.`,
    }),
    codeBlock("sh", curlOf(origin, { endpoint, ...endpoint.example })),
    ...inputs.flatMap(([title, fields]) => (fields.length === 0 ? [] : [heading(3, title), fieldTable(fields)])),
    ...responses.flatMap(({ status, meaning, shape, mediaType, fields }) => [
      heading(3, `Response ${status}`),
      paragraph(...prose(meaning), ` ${shape ?? mediaType}`),
      ...(fields.length === 0 ? [] : [fieldTable(fields)]),
    ]),
    heading(3, "Error responses"),
    table(
      ["Status", "error", "code", "When"],
      errors.map(({ status, error, code: name, meaning }) => [status, error, code(name), prose(meaning)]),
    ),
  ];
}

function fieldTable(fields: readonly FieldRow[]): Block {
  return table(
    ["Field", "Type", "Required", "What it is"],
    fields.map(({ name, type, required, bounds, description }) => [
      code(name),
      [type, ...bounds].join("; "),
      required ? "yes" : "no",
      prose(description),
    ]),
  );
}

/** Formats a sentence of a declaration; text between backticks is code. */
function prose(text: string) {
  return [...text.matchAll(/`([^`]+)`|[^`]+|`/g)].map(([words, quoted]) =>
    quoted === undefined ? words : code(quoted),
  );
}
