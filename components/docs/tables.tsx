import { Fragment } from "react";
import { Scroller } from "@/components/ui/scroller";
import type { FieldRow } from "@/lib/http/json-schema";
import type { Reference } from "@/lib/http/reference";

interface FieldTableProps {
  label: string;
  fields: readonly FieldRow[];
  /** Whether these are fields of a response. There only optional fields are marked. */
  isResponse?: boolean;
}

/** Lists fields with their types and bounds. In a request, required fields are marked. */
export function FieldTable({ label, fields, isResponse = false }: FieldTableProps) {
  return (
    <Scroller label={label}>
      <table className="w-full text-left text-sm">
        <thead className="text-ink-2 text-xs">
          <tr className="border-hair border-b">
            <th className="w-2/5 py-1.5 sm:w-1/3 pr-4 font-normal">{label}</th>
            <th className="py-1.5 font-normal">Description</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, required, description, bounds }) => (
            <tr key={name} className="border-hair border-b align-top">
              <th scope="row" className="py-2 pr-4 font-normal">
                <code className="font-mono text-xs [overflow-wrap:anywhere]">{name}</code>
                {required !== isResponse && (
                  <span className="block text-xs">{isResponse ? "optional" : "required"}</span>
                )}
              </th>
              <td className="py-2">
                <span className="text-ink-2 text-xs">{[type, ...bounds].join("; ")}</span>
                {description !== "" && (
                  <span className="block">
                    <Prose text={description} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** Lists the error responses of an endpoint, each with its cause. */
export function ErrorTable({ errors }: Pick<Reference, "errors">) {
  return (
    <Scroller label="Error responses">
      <table className="w-full text-left text-sm">
        <thead className="text-ink-2 text-xs">
          <tr className="border-hair border-b">
            <th className="py-1.5 pr-4 font-normal">Status</th>
            <th className="py-1.5 pr-4 font-normal">error, code</th>
            <th className="py-1.5 font-normal">When</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ status, error, code, meaning }) => (
            <tr key={`${status} ${error} ${code} ${meaning}`} className="border-hair border-b align-top">
              <td className="py-2 pr-4 tabular-nums">{status}</td>
              <td className="py-2 pr-4">
                {error}
                <code className="block font-mono text-ink-2 text-xs [overflow-wrap:anywhere]">{code}</code>
              </td>
              <td className="py-2">
                <Prose text={meaning} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** Shows a sentence of a declaration. Text between backticks is code. */
export function Prose({ text }: { text: string }) {
  const parts = [...text.matchAll(/`([^`]+)`|[^`]+|`/g)];
  return parts.map(({ index, 0: words, 1: code }) =>
    code === undefined ? (
      <Fragment key={index}>{words}</Fragment>
    ) : (
      <code key={index} className="font-mono text-[0.9em] [overflow-wrap:anywhere]">
        {code}
      </code>
    ),
  );
}
