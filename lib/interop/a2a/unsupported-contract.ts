import { A2A_ERRORS, DEFAULT_ERRORS } from "@/lib/http/errors";
import { MEMBER, operation, ROUTER } from "./door-operation";
import { HTTP } from "./protocols";

/** Operations of A2A 1.0 that the door does not support. A2A requires error responses for them. */
const unsupported = { protocol: HTTP, turn: "none", responses: {} } as const;
const common = { forbidden: DEFAULT_ERRORS.forbidden, versionNotSupported: A2A_ERRORS.versionNotSupported };
const push = {
  ...unsupported,
  summary: "Push notifications of A2A: not supported",
  description: "Always responds with an error. Follow the task by its stream instead.",
  errors: { ...common, pushNotSupported: A2A_ERRORS.pushNotSupported },
};
const create = operation("POST", "/tasks/{id}/pushNotificationConfigs", push);
const list = operation("GET", "/tasks/{id}/pushNotificationConfigs", push);
const get = operation("GET", "/tasks/{id}/pushNotificationConfigs/{config}", push);
const remove = operation("DELETE", "/tasks/{id}/pushNotificationConfigs/{config}", push);
const extendedCard = operation("GET", "/extendedAgentCard", {
  ...unsupported,
  summary: "An extended A2A agent card: not supported",
  description: "Always responds with an error. There is only the public card.",
  errors: { ...common, unsupportedOperation: A2A_ERRORS.unsupportedOperation },
});

export const createDoorPush = create("createDoorPush", MEMBER);
export const listDoorPush = list("listDoorPush", MEMBER);
export const getDoorPush = get("getDoorPush", MEMBER);
export const deleteDoorPush = remove("deleteDoorPush", MEMBER);
export const getExtendedDoorCard = extendedCard("getExtendedDoorCard", MEMBER);
export const createRoutedPush = create("createRoutedPush", ROUTER);
export const listRoutedPush = list("listRoutedPush", ROUTER);
export const getRoutedPush = get("getRoutedPush", ROUTER);
export const deleteRoutedPush = remove("deleteRoutedPush", ROUTER);
export const getExtendedServiceCard = extendedCard("getExtendedServiceCard", ROUTER);
