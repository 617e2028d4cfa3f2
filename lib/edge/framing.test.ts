import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { framingFault } from "./framing";

const faultOf = (httpVersion: string, coding?: string) =>
  framingFault({
    httpVersion,
    headers: coding === undefined ? {} : { "transfer-encoding": coding },
  } as IncomingMessage);

it.each([
  ["1.1", undefined],
  ["1.0", undefined],
  ["1.1", "chunked"],
  ["1.1", " Chunked "],
])("HTTP/%s with Transfer-Encoding %s has a clear end", (version, coding) => {
  expect(faultOf(version, coding)).toBeNull();
});

it.each([
  ["2.0", undefined],
  ["0.9", undefined],
  ["1.0", "chunked"],
  ["1.1", "gzip, chunked"],
  ["1.1", "chunked, chunked"],
  ["1.1", "identity"],
  ["1.1", ""],
])("HTTP/%s with Transfer-Encoding %s has none", (version, coding) => {
  expect(faultOf(version, coding)).not.toBeNull();
});
