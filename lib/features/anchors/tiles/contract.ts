import { z } from "zod";
import { BYTES, endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as schema from "./schema";

const memory = endpointsOf("memory");
const { notFound } = DEFAULT_ERRORS;

export const getLogCheckpoint = memory.get("/log/{log}/checkpoint", {
  operationId: "getLogCheckpoint",
  summary: "A log's signed checkpoint, beside its tiles",
  description:
    "At the address that tools for tiled logs expect. If the log has witnesses, the newest checkpoint that enough of them cosigned; else the same bytes as `/checkpoint`.",
  mediaType: "text/plain; charset=utf-8",
  params: schema.LogParams,
  example: { params: { log: "anchors" } },
  cache: { tags: ["ledger_heads", "log_cosignatures"] },
  responses: { 200: z.string() },
  errors: { notFound },
});

export const getLogTile = memory.get("/log/{log}/tile/{level}/{index}", {
  operationId: "getLogTile",
  summary: "A tile of a log",
  description:
    "256 hashes of the Merkle tree, or 256 entries (C2SP tlog-tiles). An entry is its record in canonical JSON, after its length in two bytes. Full tiles never change, and requests for them are not counted. A partial tile is served until its full tile exists.",
  mediaType: BYTES,
  params: schema.TileParams,
  rest: "index",
  example: { params: { log: "anchors", level: "entries", index: "000.p/1" } },
  isImmutable: true,
  cache: { tags: ["ledger_entries", "ledger_heads", "ledger_nodes"] },
  responses: { 200: schema.TileBytes },
  errors: { notFound },
});

export const getLogsText = memory.markdown("/log.md", {
  operationId: "getLogsText",
  summary: "Both logs with their keys, and how to audit them, as markdown",
});
