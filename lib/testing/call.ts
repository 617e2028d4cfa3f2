type Params = Record<string, string>;
type Handler = (request: Request, route: { params: Promise<Params> }) => Promise<Response>;

interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Posts to a route's handler. @param body a string is sent as it is, anything else as JSON */
export async function post(
  handler: Handler,
  body: unknown,
  { token, params = {} }: { token?: string | undefined; params?: Params } = {},
): Promise<Answer> {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  return answerOf(await handler(request, { params: Promise.resolve(params) }));
}

/** Gets from a route's handler. @param query as in the address, encoded */
export async function get(handler: Handler, query: string | Params = "", params: Params = {}): Promise<Answer> {
  const request = new Request(`http://localhost/?${new URLSearchParams(query)}`);
  return answerOf(await handler(request, { params: Promise.resolve(params) }));
}
