"use client";

import { QueryClient, useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { BUTTON } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code";
import { CONTROL } from "@/components/ui/field";
import { cut } from "@/lib/foundation/text/cut";
import { TokenField, useToken } from "./token-field";
import { type Outcome, SHOWN_CHARACTERS, send, type Trial } from "./trial";

interface FieldToFill {
  name: string;
  value: string;
  hint: string;
}

interface TryItProps {
  operationId: string;
  method: string;
  path: string;
  takesToken: boolean;
  params: readonly FieldToFill[];
  query: readonly FieldToFill[];
  headers: readonly FieldToFill[];
  /** The initial body, as JSON. Undefined if the endpoint takes none. */
  body: string | undefined;
}

const client = new QueryClient();

const never = () => () => {};
/** Returns whether the page handles the form. Before that, the browser must not send what was typed. */
const useListening = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Returns the fields of a part of the form that were filled. An empty one is not sent. */
function filled(form: FormData, part: string, fields: readonly FieldToFill[]): [name: string, value: string][] {
  const typed = fields.map(({ name }): [string, string] => [name, String(form.get(`${part}.${name}`) ?? "").trim()]);
  return typed.filter(([, value]) => value !== "");
}

function addressOf(path: string, form: FormData, { params, query }: Pick<TryItProps, "params" | "query">): string {
  const at = filled(form, "params", params).reduce(
    (made, [name, value]) => made.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const given = filled(form, "query", query);
  return given.length === 0 ? at : `${at}?${new URLSearchParams(given)}`;
}

/** Sends one real request to this service and shows the response. */
export function TryIt({ operationId, method, path, takesToken, params, query, headers, body }: TryItProps) {
  const token = useToken();
  const listening = useListening();
  const [outcome, setOutcome] = useState<Outcome>();
  const connection = useRef<AbortController>(null);
  useEffect(() => () => connection.current?.abort(), []);
  const sending = useMutation(
    {
      // Sends also when the browser reports no connection, because the service may run on the same machine.
      networkMode: "always",
      mutationFn: async (trial: Trial) => {
        const stopping = new AbortController();
        connection.current = stopping;
        await send(trial, stopping.signal, setOutcome).catch((error) => {
          if (!stopping.signal.aborted) throw error;
        });
      },
    },
    client,
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setOutcome(undefined);
    sending.mutate({
      method,
      address: addressOf(path, form, { params, query }),
      headers: Object.fromEntries(filled(form, "headers", headers)),
      token: takesToken ? token : "",
      body: body === undefined ? undefined : String(form.get("body")),
    });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <noscript>
        <p className="text-sm">The form needs JavaScript. The command above does the same.</p>
      </noscript>
      {method !== "GET" && (
        <p className="max-w-[64ch] text-sm">
          This is a real request. It writes to the registry of this service under your name.
        </p>
      )}
      <fieldset disabled={!listening} className="grid min-w-0 gap-4">
        <legend className="sr-only">
          {method} {path}
        </legend>
        {takesToken && <TokenField id={`${operationId}-token`} />}
        <Fields operationId={operationId} part="params" fields={params} required />
        <Fields operationId={operationId} part="query" fields={query} />
        <Fields operationId={operationId} part="headers" fields={headers} />
        {body !== undefined && (
          <label className="block font-semibold text-sm">
            Body
            <textarea
              name="body"
              defaultValue={body}
              rows={Math.min(body.split("\n").length + 1, 14)}
              spellCheck={false}
              className={`${CONTROL} mt-1.5 font-mono font-normal text-xs leading-5`}
            />
          </label>
        )}
        <div className="flex flex-wrap gap-3">
          <button type="submit" disabled={sending.isPending} className={`${BUTTON.solid} disabled:opacity-70`}>
            {method === "GET" ? "Send" : "Send for real"}
          </button>
          {sending.isPending && (
            <button type="button" onClick={() => connection.current?.abort()} className={BUTTON.quiet}>
              Stop
            </button>
          )}
        </div>
      </fieldset>
      <div role="status" aria-label="Response">
        {sending.error && <p className="text-sm">{`No response: ${sending.error.message}`}</p>}
        {outcome && !sending.error && <Answer outcome={outcome} />}
      </div>
    </form>
  );
}

interface FieldsProps {
  operationId: string;
  part: string;
  fields: readonly FieldToFill[];
  required?: boolean;
}

function Fields({ operationId, part, fields, required = false }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ name, value, hint }) => (
        <div key={name} className="min-w-0">
          <label htmlFor={`${operationId}-${part}-${name}`} className="block font-mono text-xs">
            {name}
          </label>
          <input
            id={`${operationId}-${part}-${name}`}
            name={`${part}.${name}`}
            defaultValue={value}
            placeholder={hint}
            required={required}
            autoComplete="off"
            spellCheck={false}
            className={`${CONTROL} mt-1 font-mono text-xs`}
          />
        </div>
      ))}
    </div>
  );
}

function Answer({ outcome: { status, milliseconds, headers, text, ended } }: { outcome: Outcome }) {
  return (
    <div className="border-accent border-l-2">
      <div className="bg-sunk px-3 pt-3">
        <p className="text-sm">
          <b className="font-serif text-title-3 tabular-nums">{status}</b> after {Math.round(milliseconds)} ms
          {ended ? "" : ", and more may follow"}
        </p>
        <dl className="mt-2 grid gap-x-4 font-mono text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
          {headers.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="mb-1 [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <CodeBlock code={cut(text, SHOWN_CHARACTERS)} bounded />
      {text.length >= SHOWN_CHARACTERS && (
        <p className="text-xs">{`Cut off after ${SHOWN_CHARACTERS.toLocaleString("en")} characters.`}</p>
      )}
    </div>
  );
}
