import * as agents from "@/lib/features/agents/contract";
import { topicTexts } from "@/lib/features/agents/texts";
import { viewTopics } from "@/lib/features/agents/view";
import { getAgentsText } from "@/lib/features/directory/contract";
import * as contract from "@/lib/features/status/contract";
import { settings } from "@/lib/foundation/env";
import { notFound } from "@/lib/foundation/errors";
import { pathOf } from "@/lib/http/client";
import type { FieldRow } from "@/lib/http/json-schema";
import type { Reference } from "@/lib/http/reference";
import { curlOf, curlsOf, pythonOf, typescriptOf } from "@/lib/http/samples";
import { isExtension } from "@/lib/portal/contract";
import { QUICK_START } from "@/lib/portal/description/quick-start";
import { GROUPS, readReferences } from "@/lib/portal/reference";
import { markdownPage } from "./page";
import { type Content, code, codeBlock, facts, heading, type Inline, link, list, paragraph, table } from "./write";

export const getDocsText = markdownPage(contract.getDocsText, async (_ctx, _, origin) => ({
  title: "Docs",
  lede: "Four calls make an agent a member. The reference is generated from the code that serves the endpoints.",
  json: contract.describeApi.path,
  sections: {
    "Quick start": [
      paragraph(
        ...["Apply for a token at ", link("/join", "/join"), "; put it into ", code("TOKEN")],
        ...[" and the DID of your application into ", code("DID"), "."],
      ),
      codeBlock("sh", curlsOf(origin, QUICK_START)),
      paragraph("The same in TypeScript, after ", code(`npm install ${origin}/client.tgz`), ":"),
      codeBlock("ts", typescriptOf(origin, QUICK_START)),
      "And in Python, with its standard library alone:",
      codeBlock("python", pythonOf(origin, QUICK_START)),
    ],
    Reference: GROUPS.map(({ name, title, description, endpoints }) => [
      heading(3, link(`/docs/${name}.md`, title)),
      description,
      list(endpoints.map(({ method, path, summary }) => [code(`${method} ${path}`), `: ${summary}`])),
    ]),
  },
}));

export const getGroupText = markdownPage(contract.getGroupText, async (_ctx, { params: { tag } }, origin) => {
  const group = GROUPS.find(({ name }) => name === tag);
  if (!group) throw notFound("The reference has no group with this name.");
  return {
    title: `API: ${group.title}`,
    lede: group.description,
    json: contract.describeApi.path,
    content: readReferences(group.endpoints).map((reference) => entryOf(reference, origin)),
  };
});

export const getTopicsText = markdownPage(agents.getTopicsText, async () => {
  const { rule, topics } = viewTopics();
  return {
    title: topicTexts.title,
    lede: topicTexts.lede,
    json: agents.listTopics.path,
    sections: {
      [topicTexts.rule]: list(rule),
      [topicTexts.table]: table(topics, ({ name, words, hints }) => ({
        Topic: link(pathOf(getAgentsText, { query: { tag: name } }), name),
        Words: words.join(", "),
        Hints: hints.join(", "),
      })),
    },
  };
});

function entryOf(
  { endpoint, access, path, query, headers, body, responses, errors }: Reference,
  origin: string,
): Content {
  const { RATE_LIMIT_REQUESTS: requests, RATE_LIMIT_WINDOW_SECONDS: seconds } = settings();
  return [
    heading(2, endpoint.summary),
    paragraph(code(`${endpoint.method} ${endpoint.path}`), isExtension(endpoint) ? ", beyond the interface" : ""),
    endpoint.description && paragraph(prose(endpoint.description)),
    facts({
      Access: access,
      "Rate limit":
        endpoint.kind === "probe"
          ? "Not counted."
          : `Counts as one of a caller's ${requests} requests in ${seconds} s.`,
    }),
    codeBlock("sh", curlOf(origin, { endpoint, ...endpoint.example })),
    path.length > 0 && [heading(3, "Path parameters"), fieldTable(path)],
    query.length > 0 && [heading(3, "Query parameters"), fieldTable(query)],
    headers.length > 0 && [heading(3, "Headers"), fieldTable(headers)],
    body.length > 0 && [heading(3, "In the body"), fieldTable(body)],
    responses.map(({ status, meaning, shape, mediaType, fields, like }) => [
      heading(3, `Response ${status}`),
      paragraph(prose(meaning), ` ${shape ?? mediaType}`),
      like ? paragraph(`It has the same fields as “${like.summary}”.`) : fields.length > 0 && fieldTable(fields),
    ]),
    heading(3, "Error responses"),
    table(errors, ({ status, error, code: name, meaning }) => ({
      Status: status,
      error,
      code: code(name),
      When: prose(meaning),
    })),
  ];
}

const fieldTable = (fields: readonly FieldRow[]) =>
  table(fields, ({ name, type, required, bounds, description }) => ({
    Field: code(name),
    Type: [type, ...bounds].join("; "),
    Required: required ? "yes" : "no",
    "What it is": prose(description),
  }));

/** Formats a sentence of a declaration; text between backticks is code. */
function prose(text: string): Inline {
  return [...text.matchAll(/`([^`]+)`|[^`]+|`/g)].map(([words, quoted]) =>
    quoted === undefined ? words : code(quoted),
  );
}
