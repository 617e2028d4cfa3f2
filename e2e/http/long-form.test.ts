import { beforeAll, describe, expect, it } from "vitest";
import { sendForm } from "./send-form";
import { type SharedServer, sharedServer } from "./shared-servers";
import { sendRaw, visitorOf } from "./visitor";

const PAGE = "/console/sources/import";
const LONG_FORM_BYTES = 8_388_608;
const USUAL_BYTES = 65_536;

describe("the form that imports a list", () => {
  let server: SharedServer;
  let cookie: string;
  const ask = (...asked: Parameters<ReturnType<typeof visitorOf>>) => visitorOf(server.url)(...asked);
  beforeAll(async () => {
    server = await sharedServer("roomy");
    const token = await server.operatorToken();
    const signedIn = await sendForm(ask, "/console/sign-in", { token }, { origin: server.url });
    cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
  });

  /** Sends the head of a form. @returns the refusal, which does not wait for the body */
  const sendHead = (path: string, bytes: number, headers: Record<string, string> = { cookie }) => {
    const { host, origin } = new URL(server.url);
    const all = {
      host,
      origin,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": bytes,
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return sendRaw(server.port, `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  };

  it("may not have a byte more than 8 MB", async () => {
    const { status, body } = await sendHead(PAGE, LONG_FORM_BYTES + 1);
    expect([status, body]).toEqual([413, expect.stringContaining(`at most ${LONG_FORM_BYTES} bytes`)]);
  });

  it("is the only one: other paths refuse what they refused before", async () => {
    for (const path of ["/console/sources", `${PAGE}/x`, "/join", "/api/agent/join"]) {
      const { status, body } = await sendHead(path, USUAL_BYTES + 1);
      expect([path, status, body]).toEqual([path, 413, expect.stringContaining(`at most ${USUAL_BYTES} bytes`)]);
    }
  });

  it("must be short from somebody who is not signed in", async () => {
    for (const headers of [{}, { cookie: `console-session=${"x".repeat(43)}` }]) {
      const { status, body } = await sendHead(PAGE, USUAL_BYTES + 1, headers);
      expect([status, body]).toEqual([401, expect.stringContaining("Your session has ended")]);
    }
  });

  it("takes a list of 8 MB that is one record, and refuses the record with its place", async () => {
    const text = JSON.stringify({ skills: [], name: "y".repeat(LONG_FORM_BYTES - 20_000) });
    const { status, body } = await sendForm(
      ask,
      PAGE,
      { text, members: "false" },
      { cookie, origin: server.url },
      'name="text"',
    );
    expect([status, body.includes(`larger than ${USUAL_BYTES} bytes`)]).toEqual([200, true]);
    expect(body.length).toBeLessThan(200_000);
  });
});
