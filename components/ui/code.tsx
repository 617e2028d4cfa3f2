import { Fragment, useId } from "react";
import { CopyButton } from "./copy-button";
import { Scroller } from "./scroller";

const LOOK = "whitespace-pre-wrap bg-sunk p-3 font-mono text-xs leading-5 [overflow-wrap:anywhere]";

/** Matches the flags of commands, and the text between them. */
const PARTS = /(?<=^|\s)-\S{0,40}(?=\s|$)|(?:(?!(?<=^|\s)-\S{0,40}(?=\s|$))[\s\S])+/g;
const FLAG = /^-\S{0,40}$/;

/** Lets a text break after its slashes rather than within a name. */
export function BreakAtSlashes({ text }: { text: string }) {
  const [first, ...others] = text.split(/(?<=[^/]\/)(?=[^/])/);
  let at = 0;
  return (
    <>
      {first}
      {others.map((part) => {
        at += part.length;
        return (
          <Fragment key={at}>
            <wbr />
            {part}
          </Fragment>
        );
      })}
    </>
  );
}

/** Shows code without line breaks after the hyphens of a flag. */
function Wrapped({ code }: { code: string }) {
  return [...code.matchAll(PARTS)].map(({ 0: part, index }) => (
    <span key={index} className={FLAG.test(part) ? "whitespace-nowrap" : undefined}>
      <BreakAtSlashes text={part} />
    </span>
  ));
}

/** Shows code or JSON unchanged. Long lines wrap. @param bounded whether a long text scrolls within its box */
export function CodeBlock({ code, bounded = false }: { code: string; bounded?: boolean }) {
  if (!bounded) {
    return (
      <pre className={LOOK}>
        <code>
          <Wrapped code={code} />
        </code>
      </pre>
    );
  }
  return (
    <Scroller as="pre" className={`${LOOK} max-h-64 overflow-auto`}>
      <code>{code}</code>
    </Scroller>
  );
}

/** Shows the same call in several languages, one at a time. It uses radio buttons, so it needs no JavaScript. */
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
            className="flex min-h-9 cursor-pointer items-center whitespace-nowrap border max-md:min-h-11 border-transparent border-b-0 px-3 text-ink-2 text-sm hover:text-accent [input:checked+&]:border-hair [input:checked+&]:bg-sunk [input:checked+&]:text-ink [input:focus-visible+&]:outline-2"
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
