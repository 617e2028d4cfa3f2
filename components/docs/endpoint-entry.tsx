import type { ReactNode } from "react";
import { TierMark } from "@/components/marks/agent-marks";
import { CodeBlock, CodeTabs } from "@/components/ui/code";
import { FactList } from "@/components/ui/section";
import type { Reference } from "@/lib/http/reference";
import { curlOf } from "@/lib/http/samples";
import { PERMISSIONS } from "@/lib/identity/permissions";
import { endpointHref } from "./reference-href";
import { ErrorTable, FieldTable, Prose } from "./tables";
import { TryIt } from "./try-it";

interface EndpointEntryProps {
  reference: Reference;
  /** Marks shown next to the path. */
  marks: readonly string[];
  origin: string;
  rateLimit: string;
}

export function EndpointEntry({ reference, marks, origin, rateLimit }: EndpointEntryProps) {
  const { endpoint, path, query, headers, body, responses, errors } = reference;
  const { operationId, method, summary, description, example = {} } = endpoint;
  return (
    <section
      id={operationId}
      aria-labelledby={`${operationId}-title`}
      className="mt-16 scroll-mt-6 border-total border-t pt-5 first:mt-0"
    >
      <h2 id={`${operationId}-title`} className="text-title-2">
        <a href={endpointHref(endpoint)} className="text-ink no-underline hover:underline">
          {summary}
        </a>
      </h2>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-mono text-sm [overflow-wrap:anywhere]">
          <b className="font-semibold">{method}</b> {endpoint.path}
        </span>
        {marks.map((mark) => (
          <span key={mark} className="border border-rule px-1.5 text-ink-2 text-xs leading-5">
            {mark}
          </span>
        ))}
      </p>
      {description !== undefined && (
        <p className="mt-3 max-w-[68ch]">
          <Prose text={description} />
        </p>
      )}
      <div className="mt-4 border-hair border-t">
        <FactList facts={factsOf(reference, rateLimit)} />
      </div>
      {path.length > 0 && <Part title="Path parameters" table={<FieldTable label="Parameter" fields={path} />} />}
      {query.length > 0 && <Part title="Query parameters" table={<FieldTable label="Parameter" fields={query} />} />}
      {headers.length > 0 && <Part title="Headers" table={<FieldTable label="Parameter" fields={headers} />} />}
      {body.length > 0 && <Part title="Body" table={<FieldTable label="Field" fields={body} />} />}
      <div className="mt-6">
        <CodeTabs label={`Command: ${summary}`} samples={{ curl: curlOf(origin, { endpoint, ...example }) }} />
      </div>
      <div className="mt-6 border-hair border-t">
        {responses.map(({ status, meaning, mediaType, shape, fields, example: shown, like }) => (
          <Folded
            key={status}
            title={
              <>
                <b className="font-semibold tabular-nums">{status}</b> <Prose text={meaning} />{" "}
                <span className="text-ink-2">{shape ?? mediaType}</span>
              </>
            }
          >
            {like !== undefined ? (
              <p className="text-sm">
                It has the same fields as “<a href={endpointHref(like)}>{like.summary}</a>”.
              </p>
            ) : (
              fields.length > 0 && <FieldTable label="Field" fields={fields} isResponse />
            )}
            {shown !== undefined && (
              <div className="mt-3">
                <CodeBlock code={shown} bounded />
              </div>
            )}
            {fields.length === 0 && shown === undefined && <p className="text-ink-2 text-sm">{mediaType}</p>}
          </Folded>
        ))}
        <Folded title={`Error responses: ${[...new Set(errors.map(({ status }) => status))].join(", ")}`}>
          <ErrorTable errors={errors} />
        </Folded>
        <Folded title={method === "GET" ? "Try it" : "Try it for real"}>
          <TryIt
            operationId={operationId}
            method={method}
            path={endpoint.path}
            takesToken={endpoint.permission !== undefined || endpoint.kind === "protocol"}
            headers={fieldsToFill(headers, example.headers)}
            params={fieldsToFill(path, example.params)}
            query={fieldsToFill(query, example.query)}
            body={endpoint.body && JSON.stringify(example.body ?? {}, null, 2)}
          />
        </Folded>
      </div>
    </section>
  );
}

function factsOf({ endpoint, access }: Reference, rateLimit: string) {
  const { permission, kind, maxAgeSeconds } = endpoint;
  const tier = permission && PERMISSIONS[permission].minimumTier;
  return [
    {
      name: "Access",
      value: (
        <span className="flex flex-wrap items-center gap-x-3">
          {tier && <TierMark tier={tier} />}
          {access}
        </span>
      ),
    },
    { name: "Rate limit", value: kind === "probe" ? "Not counted." : rateLimit },
    ...(maxAgeSeconds === undefined
      ? []
      : [{ name: "Caching", value: `For ${maxAgeSeconds.toLocaleString("en")} s, with an ETag.` }]),
  ];
}

function fieldsToFill(fields: Reference["query"], example: Readonly<Record<string, string | number>> = {}) {
  return fields.map(({ name, bounds }) => ({
    name,
    value: String(Object.entries(example).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? ""),
    hint: bounds.join("; "),
  }));
}

function Part({ title, table }: { title: string; table: ReactNode }) {
  return (
    <div className="mt-6">
      <h3 className="text-md">{title}</h3>
      {table}
    </div>
  );
}

function Folded({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="border-hair border-b">
      <summary className="py-2.5 text-sm">{title}</summary>
      <div className="pb-5">{children}</div>
    </details>
  );
}
