import { BUTTON } from "@/components/ui/button";
import { CONTROL } from "@/components/ui/field";
import { Scroller } from "@/components/ui/scroller";

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

/**
 * Asks for the parts of one real request to this service. `components/behaviours/try-it.ts` sends it and shows the
 * response. It is no form, so the browser never sends what was typed.
 */
export function TryIt({ operationId, method, path, takesToken, params, query, headers, body }: TryItProps) {
  const isRead = method === "GET";
  return (
    <div data-script-box data-method={method} data-path={path} className="grid gap-4">
      <noscript>
        <p className="text-sm">This needs JavaScript. The command above does the same.</p>
      </noscript>
      {!isRead && (
        <p className="max-w-[64ch] text-sm">
          This is a real request. It writes to the registry of this service under your name.
        </p>
      )}
      <fieldset className="grid min-w-0 gap-4">
        <legend className="sr-only">
          {method} {path}
        </legend>
        {takesToken && <TokenField id={`${operationId}-token`} />}
        <Fields part="params" fields={params} required />
        <Fields part="query" fields={query} />
        <Fields part="headers" fields={headers} />
        {body !== undefined && (
          <label className="block font-semibold text-sm">
            Body
            <textarea
              data-part="body"
              defaultValue={body}
              rows={Math.min(body.split("\n").length + 1, 14)}
              spellCheck={false}
              className={`${CONTROL} mt-1.5 font-mono font-normal text-xs leading-5`}
            />
          </label>
        )}
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            data-script="/try-it.js"
            className={`${BUTTON.solid} disabled:opacity-70 noscript:hidden`}
          >
            {isRead ? "Send" : "Send for real"}
          </button>
          <button type="button" data-stop hidden className={BUTTON.quiet}>
            Stop
          </button>
        </div>
      </fieldset>
      <p data-notice="offline" role="alert" hidden className="text-sm">
        The script that sends the request could not be loaded. Is there a connection?
      </p>
      <Answer />
    </div>
  );
}

function TokenField({ id }: { id: string }) {
  return (
    <div>
      <label htmlFor={id} className="block font-semibold text-sm">
        Token
      </label>
      <p id={`${id}-hint`} className="mt-0.5 text-ink-3 text-xs">
        One token for all trials. It stays in this page’s memory only, and is gone when you reload the page.
      </p>
      <input
        id={id}
        data-part="token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        placeholder="fgs_…"
        className={`${CONTROL} mt-1.5 font-mono text-sm`}
      />
    </div>
  );
}

interface FieldsProps {
  part: "params" | "query" | "headers";
  fields: readonly FieldToFill[];
  required?: boolean;
}

function Fields({ part, fields, required = false }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <div data-part={part} className="grid gap-4 font-mono text-xs sm:grid-cols-2">
      {fields.map(({ name, value, hint }) => (
        <label key={name} className="min-w-0">
          {name}
          <input
            defaultValue={value}
            placeholder={hint}
            required={required}
            autoComplete="off"
            spellCheck={false}
            className={`${CONTROL} mt-1`}
          />
        </label>
      ))}
    </div>
  );
}

/** The empty response. Each `data-word` gets its text, and each header a copy of the template. */
function Answer() {
  return (
    <div role="status" aria-label="Response">
      <p data-shown="failure" data-word="failure" hidden className="text-sm" />
      <div data-shown="answer" hidden className="border-accent border-l-2">
        <div className="bg-sunk px-3 pt-3">
          <p className="text-sm">
            <b data-word="status" className="font-serif text-title-3 tabular-nums" /> after <span data-word="time" /> ms
            <span data-word="more" />
          </p>
          <dl data-headers className="mt-2 grid gap-x-4 font-mono text-xs sm:grid-cols-[auto_minmax(0,1fr)]" />
          <template>
            <dt className="text-ink-2" />
            <dd className="mb-1 [overflow-wrap:anywhere]" />
          </template>
        </div>
        <Scroller
          as="pre"
          className="max-h-64 overflow-auto whitespace-pre-wrap bg-sunk p-3 font-mono text-xs leading-5 [overflow-wrap:anywhere]"
        >
          <code data-word="text" />
        </Scroller>
        <p data-word="cut" className="text-xs" />
      </div>
    </div>
  );
}
