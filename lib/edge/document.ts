import type { ServerResponse } from "node:http";

/** Scripts, and what fetches them ahead; a script is kept if it is data or the one that every page runs. */
const SCRIPT = /<script\b([^>]*)>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;
const KEPT = /\bsrc="\/portal\.js"|\btype="application\/ld\+json"/;

/** Next asks the browser to make such a page; what it sends is a blank. */
const MADE_BY_SCRIPT = '<html id="__next_error__"';

/** A page without React's scripts and their data. It must be complete without them. */
export function withoutReact(html: string): string {
  if (html.includes(MADE_BY_SCRIPT)) return html;
  return html.replaceAll(SCRIPT, (tag, attributes: string | undefined) => (KEPT.test(attributes ?? "") ? tag : ""));
}

/** What a page has whose links and forms do without React until somebody touches it. */
const AT_REST = 'data-react="at-rest"';
const PRELOAD = /<link\b[^>]*\bas="script"[^>]*>/g;
const CHUNK = /<script src="(\/_next\/[^"]*)"(?![^>]*noModule)[^>]*><\/script>/g;

/** A page whose scripts are fetched at the first sign of a visitor: `components/behaviours/wake.ts`. */
export function withReactAtRest(html: string): string {
  if (!html.includes(AT_REST) || html.includes(MADE_BY_SCRIPT)) return html;
  return html.replaceAll(PRELOAD, "").replaceAll(CHUNK, '<script type="text/plain" data-wakes="" src="$1"></script>');
}

/** Sends a page once it is whole, as `change` makes it. Anything but HTML passes as it is. */
export function sendWhole(response: ServerResponse, change: (html: string) => string): void {
  const write = response.write.bind(response) as (chunk: unknown, ...rest: unknown[]) => boolean;
  const end = response.end.bind(response) as (chunk?: unknown, ...rest: unknown[]) => ServerResponse;
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  const isPage = () => String(response.getHeader("content-type") ?? "").startsWith("text/html");
  const parts: Buffer[] = [];
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === "string") parts.push(Buffer.from(chunk, encoding as BufferEncoding | undefined));
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
  };
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (isPage()) response.removeHeader("content-length");
    return writeHead(status, ...rest);
  };
  response.write = (chunk: unknown, ...rest: unknown[]) => {
    if (!isPage()) return write(chunk, ...rest);
    keep(chunk, rest[0]);
    rest.findLast((each) => typeof each === "function")?.();
    return true;
  };
  response.end = (...given: unknown[]) => {
    if (!isPage()) return end(...given);
    keep(given[0], given[1]);
    return end(change(Buffer.concat(parts).toString()), ...given.filter((each) => typeof each === "function"));
  };
}
