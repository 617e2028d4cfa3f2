import { ownValue } from "@/lib/foundation/own-values";
import type { ApiRequest } from "@/lib/http/api-request";
import type { Endpoint } from "@/lib/http/endpoint";
import { Protocols } from "./protocols";
import { type Route, Routes } from "./routes";

type Handler = (request: ApiRequest, route: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** The exports of a `route.ts`: a handler for every method except HEAD and OPTIONS. */
export type RouteModule = Readonly<Record<string, Handler>>;

export interface MatchedRoute extends Route {
  handle: (request: ApiRequest) => Promise<Response>;
}

/** Finds and calls the handler of a path, like Next. */
export class Dispatch {
  readonly protocols: Protocols;
  private readonly routes: Routes;
  private readonly load: (template: string, rest?: string) => Promise<RouteModule>;
  private readonly modules = new Map<string, RouteModule>();

  /** @param load imports the `route.ts` of a template, whose last parameter may take the rest */
  constructor(
    endpoints: readonly Pick<Endpoint, "path" | "rest" | "method" | "protocol">[],
    load: (template: string, rest?: string) => Promise<RouteModule>,
  ) {
    this.protocols = new Protocols(endpoints);
    this.routes = new Routes(endpoints);
    this.load = load;
  }

  /** @param path without a query */
  find(path: string): MatchedRoute | null {
    const route = this.routes.find(path);
    return route && { ...route, handle: (request) => this.handle(route, request) };
  }

  private async handle({ template, rest, params }: Route, request: ApiRequest): Promise<Response> {
    const loaded = this.modules.get(template) ?? (await this.load(template, rest));
    this.modules.set(template, loaded);
    const handler = ownValue(loaded, request.method === "HEAD" ? "GET" : request.method);
    if (handler === undefined) throw new Error(`${template} has no handler for ${request.method}`);
    return handler(request, { params: Promise.resolve(params) });
  }
}
