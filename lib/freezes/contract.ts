import { endpoint } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { Freeze, SetFreeze } from "./schema";

export const setFreeze = endpoint({
  operationId: "setFreeze",
  method: "POST",
  path: "/api/system/freeze",
  summary: "Freeze or unfreeze the relay or memory",
  description: "An operator's decision, put on record with its reason. Setting what is set already changes nothing.",
  tag: "operations",
  permission: "system.freeze",
  body: SetFreeze,
  example: { body: { subsystem: "relay", frozen: true, reason: "Events are delivered twice." } },
  responses: { 200: Freeze },
  errors: { operatorOnly: DEFAULT_ERRORS.operatorOnly },
});
