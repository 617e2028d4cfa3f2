import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { ClientDisconnects } from "./client-disconnects";

it("tells each response of a connection once that its client has left", async () => {
  const hangUps = new ClientDisconnects();
  const told: string[] = [];
  const server = createServer((request, response: ServerResponse) => {
    hangUps.watch(request, response);
    response.once("close", () => told.push(`${request.url} ${response.destroyed}`));
    response.on("close", () => told.push(String(request.url)));
    if (request.url === "/sent") response.end();
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const paths = ["/sent", "/a", "/b", "/c"];
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(""));
  await expect.poll(() => told.length).toBe(2);
  socket.destroy();
  await expect.poll(() => told.length).toBe(8);
  expect(told.toSorted()).toEqual(paths.flatMap((path) => [path, `${path} true`]).toSorted());
});
