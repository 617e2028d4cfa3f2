import { Fragment } from "react";
import { Scroller } from "@/components/ui/scroller";
import type { FieldRow } from "@/lib/http/json-schema";
import type { Reference } from "@/lib/http/reference";

/** The look of all cells, because a page can have thousands. */
const TABLE =
  "w-full text-left text-sm tabular-nums [&_small]:block [&_small]:text-ink-2 [&_small]:text-xs [&_tbody_:is(td,th)]:py-2 [&_thead]:text-ink-2 [&_thead]:text-xs [&_thead_th]:py-1.5 [&_:is(td,th):not(:last-child)]:pr-4 [&_th]:font-normal [&_th>code]:text-xs [&_tr]:border-hair [&_tr]:border-b [&_tr]:align-top";

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
      <table className={TABLE}>
        <thead>
          <tr>
            <th className="w-2/5 sm:w-1/3">{label}</th>
            <th>Description</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, required, description, bounds }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {required !== isResponse && <small>{isResponse ? "optional" : "required"}</small>}
              </th>
              <td>
                <small>{[type, ...bounds].join("; ")}</small>
                <Prose text={description} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

export function ErrorTable({ errors }: Pick<Reference, "errors">) {
  return (
    <Scroller label="Error responses">
      <table className={TABLE}>
        <thead>
          <tr>
            <th>Status</th>
            <th>error, code</th>
            <th>When</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ status, error, code, meaning }) => (
            <tr key={`${status} ${error} ${code} ${meaning}`}>
              <td>{status}</td>
              <td>
                {error}
                <small>
                  <code>{code}</code>
                </small>
              </td>
              <td>
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
    code === undefined ? <Fragment key={index}>{words}</Fragment> : <code key={index}>{code}</code>,
  );
}
