import { beforeAll, expect, it } from "vitest";
import { sendForm } from "./send-form";
import { type SharedServer, sharedServer } from "./shared-servers";
import { visitorOf } from "./visitor";

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer("plain");
});

it("a service that cannot send mail asks a reporter for no address; the private page tells the decision", async () => {
  const ask = visitorOf(server.url);
  const { body } = await ask("/report");
  expect(body).not.toMatch(/name="email"|e-mail/i);
  const sent = await sendForm(ask, "/report", { text: "It sent my lease to a stranger." }, { origin: server.url });
  expect([sent.status, sent.headers["location"]]).toEqual([303, expect.stringMatching(/^\/report\/status\/fgs_rep_/)]);
});
