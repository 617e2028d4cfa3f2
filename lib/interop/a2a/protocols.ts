import { type Protocol, rpcDetailsShape, rpcStatusShape } from "@/lib/http/protocol";
import { A2aError, RpcError } from "./schema";

/** The owner of the reasons in error responses. */
const DOMAIN = "a2a-protocol.org";

/** A2A 1.0 over HTTP: all paths below the base, except those of JSON-RPC. */
export const HTTP: Protocol = {
  base: "/api/a2a/",
  shape: rpcStatusShape(DOMAIN),
  errorBody: A2aError,
  ownHostsOnly: true,
};
/** A2A 1.0 over JSON-RPC, at the base itself. */
export const RPC: Protocol = {
  base: "/api/a2a",
  shape: rpcDetailsShape(DOMAIN),
  errorBody: RpcError,
  ownHostsOnly: true,
};
