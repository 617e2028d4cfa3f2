/** The script of a trial in the reference (`components/docs/try-it.tsx`). `portal.ts` loads it at a press. */

import { type Outcome, SHOWN_CHARACTERS, send, type Trial } from "@/components/docs/trial";
import { cut } from "@/lib/foundation/text/cut";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Returns the fields of a part: the field itself, or those inside it, each in its label. */
const fieldsOf = (box: ParentNode, part: string) => [
  ...box.querySelectorAll<Field>(`:is(input, textarea)[data-part=${part}], [data-part=${part}] input`),
];
const tokenFields = () => fieldsOf(document, "token");

/** Returns the fields of a part that were filled. An empty one is not sent. */
const filled = (box: Element, part: string) =>
  fieldsOf(box, part)
    .map((field): [name: string, value: string] => [field.labels?.[0]?.textContent ?? "", field.value.trim()])
    .filter(([, value]) => value !== "");

function trialOf(box: HTMLElement): Trial {
  const { method = "GET", path = "" } = box.dataset;
  const query = filled(box, "query");
  const at = filled(box, "params").reduce(
    (made, [name, value]) => made.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  return {
    method,
    address: query.length === 0 ? at : `${at}?${new URLSearchParams(query)}`,
    headers: Object.fromEntries(filled(box, "headers")),
    token: fieldsOf(box, "token")[0]?.value.trim() ?? "",
    body: fieldsOf(box, "body")[0]?.value,
  };
}

function show(box: Element, what: "failure" | "answer", isShown: boolean): void {
  for (const part of box.querySelectorAll<HTMLElement>(`[data-shown=${what}]`)) part.hidden = !isShown;
}

function fill(box: Element, name: string, text: string): void {
  for (const part of box.querySelectorAll(`[data-word=${name}]`)) part.textContent = text;
}

function clear(box: Element): void {
  for (const name of ["status", "time", "more", "text", "cut", "failure"]) fill(box, name, "");
  box.querySelector("[data-headers]")?.replaceChildren();
  show(box, "answer", false);
  show(box, "failure", false);
  for (const notice of box.querySelectorAll<HTMLElement>("[data-notice]")) notice.hidden = true;
}

function showOutcome(box: Element, { status, milliseconds, headers, text, ended }: Outcome): void {
  fill(box, "status", String(status));
  fill(box, "time", String(Math.round(milliseconds)));
  fill(box, "more", ended ? "" : ", and more may follow");
  fill(box, "text", cut(text, SHOWN_CHARACTERS));
  const line = box.querySelector("template");
  const lines = headers.map(([name, value]) => {
    const copy = line?.content.cloneNode(true) as DocumentFragment;
    for (const [at, part] of [name, value].entries()) copy.children[at]?.replaceChildren(part);
    return copy;
  });
  box.querySelector("[data-headers]")?.replaceChildren(...lines);
  const isCut = text.length >= SHOWN_CHARACTERS;
  fill(box, "cut", isCut ? `Cut off after ${SHOWN_CHARACTERS.toLocaleString("en")} characters.` : "");
  show(box, "answer", true);
}

// One token for all trials of the page.
document.addEventListener("input", ({ target }) => {
  const fields: EventTarget[] = tokenFields();
  if (target instanceof HTMLInputElement && fields.includes(target))
    for (const field of tokenFields()) field.value = target.value;
});

// At once at each further press: `portal.ts` calls `press` only after it has asked for this script again.
addEventListener(
  "click",
  ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-script="/try-it.js"]') : null;
    const box = button?.closest("[data-script-box]");
    if (box) clear(box);
  },
  { capture: true },
);

/** Sends the request that this element asks for, and shows the response as it arrives. */
export async function press(box: HTMLElement): Promise<void> {
  const button = box.querySelector<HTMLButtonElement>("[data-script]");
  const stop = box.querySelector<HTMLButtonElement>("[data-stop]");
  if (!button || !stop || button.disabled) return;
  const isComplete = [...box.querySelectorAll<Field>("input")].every((field) => field.reportValidity());
  if (!isComplete) return;
  // The first press loads this script, so the token may be in another trial.
  const typed = [...fieldsOf(box, "token"), ...tokenFields()].find(({ value }) => value !== "")?.value ?? "";
  for (const field of tokenFields()) field.value = typed;
  const stopping = new AbortController();
  stop.addEventListener("click", () => stopping.abort(), { once: true });
  const leave = () => stopping.abort();
  addEventListener("pagehide", leave, { once: true });
  button.disabled = true;
  stop.hidden = false;
  clear(box);
  try {
    await send(trialOf(box), stopping.signal, (outcome) => showOutcome(box, outcome));
  } catch (error) {
    if (stopping.signal.aborted) return;
    clear(box);
    fill(box, "failure", `No response: ${error instanceof Error ? error.message : String(error)}`);
    show(box, "failure", true);
  } finally {
    removeEventListener("pagehide", leave);
    button.disabled = false;
    stop.hidden = true;
  }
}
