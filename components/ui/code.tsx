import { Fragment, useId } from "react";
import { CopyButton } from "./copy-button";
import { Scroller } from "./scroller";

const WRAPS = "max-h-64 overflow-auto whitespace-pre-wrap p-3 leading-5 [overflow-wrap:anywhere]";
const SCROLLS = "overflow-x-auto p-4 leading-6";

/** Code or JSON as it is. Long lines scroll sideways, or wrap where it stands in a narrow column. */
export function CodeBlock({ code, wraps = false }: { code: string; wraps?: boolean }) {
  return (
    <Scroller as="pre" className={`bg-sunk font-mono text-xs ${wraps ? WRAPS : SCROLLS}`}>
      <code>{code}</code>
    </Scroller>
  );
}

/** The same call in several languages, one shown at a time: a choice among radio buttons, which needs no JavaScript. */
export function CodeTabs({ samples, label }: { samples: Record<string, string>; label: string }) {
  const id = useId();
  return (
    <fieldset className="relative flex min-w-0 flex-wrap items-end">
      <legend className="sr-only">{label}</legend>
      {Object.entries(samples).map(([name, code], index) => (
        <Fragment key={name}>
          <input type="radio" id={`${id}-${index}`} name={id} defaultChecked={index === 0} className="sr-only" />
          <label
            htmlFor={`${id}-${index}`}
            className="flex min-h-9 cursor-pointer items-center whitespace-nowrap border border-transparent border-b-0 px-3 text-ink-2 text-sm hover:text-accent [input:checked+&]:border-hair [input:checked+&]:bg-sunk [input:checked+&]:text-ink [input:focus-visible+&]:outline-2"
          >
            {name}
          </label>
          <div className="relative order-1 hidden w-full min-w-0 border-accent border-l-2 [input:checked+label+&]:block">
            <CodeBlock code={code} />
            <span className="flex justify-end bg-sunk p-1 sm:absolute sm:right-0 sm:bottom-full sm:bg-transparent sm:p-0 sm:pb-1">
              <CopyButton text={code} what={name} />
            </span>
          </div>
        </Fragment>
      ))}
    </fieldset>
  );
}
