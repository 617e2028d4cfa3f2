import { EventEmitter } from "node:events";
import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { capturePage } from "./captured-page";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
const client = () => new EventEmitter() as unknown as ServerResponse;
const write = (handle: Handler, to = client()) => capturePage(new IncomingMessage(new Socket()), to, handle);

describe("a page that is written into memory", () => {
  it("is whole, however it was cut", async () => {
    const written = await write(async (_, response) => {
      response.statusCode = 201;
      response.setHeader("set-cookie", ["a=1", "b=2"]);
      response.write("Łó");
      response.write(Buffer.from("dź"));
      response.end("!");
    });
    expect({ ...written, body: written?.body.toString(), headers: { ...written?.headers } }).toEqual({
      status: 201,
      headers: { "set-cookie": ["a=1", "b=2"] },
      body: "Łódź!",
    });
  });

  it("has the status and the headers that are given at once", async () => {
    const written = await write(async (_, response) => {
      response.writeHead(308, { location: "/agents" }).end();
    });
    expect([written?.status, written?.headers["location"], written?.body.length]).toEqual([308, "/agents", 0]);
  });

  it("takes as much as its writer has, and tells when it is finished and closed", async () => {
    const told: string[] = [];
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const written = await write(async (_, response) => {
      response
        .once("finish", () => told.push("finish"))
        .once("close", () => {
          told.push(`close, finished: ${response.writableFinished}`);
          close();
        });
      for (let n = 0; n < 10; n += 1) expect(response.write("x".repeat(100_000))).toBe(true);
      response.end();
    });
    await closed;
    expect([written?.body.length, told]).toEqual([1_000_000, ["finish", "close, finished: true"]]);
  });

  it("is none where its client leaves, and its writer is told", async () => {
    const to = client();
    let isTold = false;
    const page = write(async (_, response) => {
      response.write("a");
      const closed = new Promise<void>((resolve) => response.once("close", resolve));
      to.emit("close");
      await closed;
      isTold = true;
    }, to);
    expect(await page).toBeNull();
    expect(isTold).toBe(true);
  });

  it("fails as its writer does", async () => {
    await expect(write(() => Promise.reject(new Error("no page")))).rejects.toThrow("no page");
  });
});
