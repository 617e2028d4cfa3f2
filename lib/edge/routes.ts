import type { Endpoint } from "@/lib/http/endpoint";
import { decodedSegment } from "@/lib/http/page-address";

export interface Route {
  /** The declared template: `/api/agents/{did}`. */
  template: string;
  /** The last parameter, if it takes the rest of the path. */
  rest?: string | undefined;
  /** Its methods, including `HEAD` and `OPTIONS`. */
  methods: readonly string[];
  /** Decoded. */
  params: Record<string, string>;
}

interface Declared {
  template: string;
  rest: string | undefined;
  segments: Segment[];
  methods: string[];
}

/** A segment of a path: fixed text, or a parameter and the text after it, as in `{did}.atom`. */
interface Segment {
  parameter: string | undefined;
  text: string;
}

const HAS_PARAMETER = /\{/;

function segmentOf(declared: string): Segment {
  const [, parameter, text = declared] = /^\{(\w+)\}(.*)$/.exec(declared) ?? [];
  return { parameter, text };
}

/**
 * Orders fixed text before a parameter with text, and that before a plain parameter, so `{id}:cancel` does not match
 * `{id}`.
 */
const rankOf = ({ parameter, text }: Segment) => (parameter === undefined ? -Infinity : -text.length);

function byRank(a: Declared, b: Declared): number {
  const at = a.segments.findIndex((segment, n) => rankOf(segment) !== rankOf(b.segments[n] ?? segment));
  const [first, second] = [a.segments[at], b.segments[at]];
  return first && second ? Math.sign(rankOf(first) - rankOf(second)) : 0;
}

const fits = ({ parameter, text }: Segment, asked: string) =>
  parameter === undefined ? asked === text : asked.length > text.length && asked.endsWith(text);

function firstFit(declared: readonly Declared[], asked: readonly string[]): Route | null {
  for (const { template, rest, segments, methods } of declared) {
    const last = segments.length - 1;
    const parts = rest === undefined ? asked : [...asked.slice(0, last), asked.slice(last).join("/")];
    if (!segments.every((segment, at) => fits(segment, parts[at] ?? ""))) continue;
    const params = segments.flatMap(({ parameter, text }, at) => {
      const value = parts[at] ?? "";
      return parameter === undefined ? [] : [[parameter, decodedSegment(value.slice(0, value.length - text.length))]];
    });
    return { template, rest, methods, params: Object.fromEntries(params) };
  }
  return null;
}

/**
 * Matches declared paths, of the API or of pages, segment by segment as sent. An encoded slash does not separate
 * segments. A path that takes the rest is tried last.
 */
export class Routes {
  private readonly fixed = new Map<string, Declared>();
  /** Templates with parameters, by number of segments. */
  private readonly open = new Map<number, Declared[]>();
  private readonly rests: Declared[] = [];

  /** @param endpoints without a method: pages */
  constructor(endpoints: readonly (Pick<Endpoint, "path" | "rest"> & { method?: Endpoint["method"] })[]) {
    for (const template of new Set(endpoints.map(({ path }) => path))) {
      const same = endpoints.filter(({ path }) => path === template);
      const taken = same.map(({ method = "GET" }) => method);
      const methods = [...new Set(taken.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
      const segments = template.split("/").map(segmentOf);
      const declared = { template, rest: same[0]?.rest, segments, methods: [...methods, "OPTIONS"] };
      if (!HAS_PARAMETER.test(template)) this.fixed.set(template, declared);
      else if (declared.rest !== undefined) this.rests.push(declared);
      else {
        const { length } = declared.segments;
        this.open.set(length, [...(this.open.get(length) ?? []), declared].sort(byRank));
      }
    }
  }

  /** @param path without a query */
  find(path: string): Route | null {
    const fixed = this.fixed.get(path);
    if (fixed) return { template: fixed.template, methods: fixed.methods, params: {} };
    const asked = path.split("/");
    return firstFit(this.open.get(asked.length) ?? [], asked) ?? firstFit(this.rests, asked);
  }
}
