import { createHash } from "node:crypto";
import { type Handler, Parser } from "htmlparser2";

/** The script of every page. */
const PORTAL = "/portal.js";
/** Next renders a page with this mark in the browser, so its HTML is empty. */
const MADE_IN_BROWSER = "__next_error__";
/** Scripts of these types are data, and no policy blocks them. */
const DATA_TYPES = new Set(["application/ld+json", "application/json"]);

/** A page in the form in which it is sent. */
export interface HtmlDocument {
  html: string;
  /** CSP sources of its inline scripts. */
  hashes: string[];
}

interface OpenScript {
  startsAt: number;
  textAt: number;
  attributes: Readonly<Record<string, string>>;
}

/** Removes React's parts from a page, or collects the hashes of its inline scripts. All other bytes stay. */
class Reader implements Partial<Handler> {
  private readonly source: string;
  private hydrates: boolean;
  private parser: Parser | undefined;
  private script: OpenScript | undefined;
  private html = "";
  private copiedUpTo = 0;
  private readonly hashes: string[] = [];

  constructor(source: string, hydrates: boolean) {
    this.source = source;
    this.hydrates = hydrates;
  }

  read(): HtmlDocument {
    this.parser = new Parser(this, { decodeEntities: false });
    this.parser.end(this.source);
    return { html: this.html + this.source.slice(this.copiedUpTo), hashes: this.hashes };
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const { startIndex, endIndex } = this.parser as Parser;
    if (name === "html" && attributes["id"] === MADE_IN_BROWSER) this.hydrates = true;
    else if (name === "script") this.script = { startsAt: startIndex, textAt: endIndex + 1, attributes };
    else if (name === "link" && attributes["as"] === "script") this.drop(startIndex, endIndex);
  }

  onclosetag(name: string): void {
    if (name !== "script" || this.script === undefined) return;
    const { startsAt, textAt, attributes } = this.script;
    const { startIndex, endIndex } = this.parser as Parser;
    this.script = undefined;
    if (DATA_TYPES.has(attributes["type"] ?? "") || attributes["src"] === PORTAL) return;
    if (!this.hydrates) this.drop(startsAt, endIndex);
    else if (attributes["src"] === undefined) this.hashes.push(hashOf(this.source.slice(textAt, startIndex)));
  }

  /** React's comments between two texts. */
  oncomment(): void {
    const { startIndex, endIndex } = this.parser as Parser;
    this.drop(startIndex, endIndex);
  }

  /** Removes a part from a page that does not hydrate. @param to its last character */
  private drop(from: number, to: number): void {
    if (this.hydrates) return;
    this.html += this.source.slice(this.copiedUpTo, from);
    this.copiedUpTo = to + 1;
  }
}

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/**
 * Reads a page from Next. React's scripts, their preloads and their data are removed from a document, which must be
 * complete without them. A page that hydrates is not changed.
 * @param hydrates whether components of the page run in the browser
 */
export function prepareHtml(html: string, hydrates: boolean): HtmlDocument {
  return new Reader(html, hydrates).read();
}
