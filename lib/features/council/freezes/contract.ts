import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { Freeze, SetFreeze } from "./schema";

const operations = endpointsOf("operations");

export const setFreeze = operations.post("/api/system/freeze", {
  operationId: "setFreeze",
  summary: "Freeze or unfreeze the relay or memory",
  description:
    "A decision of an operator. It is logged with its reason. Setting the present value again changes nothing.",
  permission: "system.freeze",
  body: SetFreeze,
  example: { body: { subsystem: "relay", frozen: true, reason: "Events are delivered twice." } },
  responses: { 200: Freeze },
  errors: { operatorOnly: DEFAULT_ERRORS.operatorOnly },
});
