import { endpointsOf } from "@/lib/http/endpoint";
import { A2A_ERRORS, DEFAULT_ERRORS } from "@/lib/http/errors";
import { HTTP } from "./protocols";
import { DoorParams, DoorTaskParams, TaskParams } from "./schema";

const a2a = endpointsOf("a2a");

/** Operations of A2A 1.0 that the door does not support. A2A requires error responses for them. */
const unsupported = { kind: "protocol", protocol: HTTP, turn: "none", responses: {} } as const;
const common = { forbidden: DEFAULT_ERRORS.forbidden, versionNotSupported: A2A_ERRORS.versionNotSupported };
const push = {
  ...unsupported,
  summary: "Push notifications of A2A: not supported",
  description: "Always responds with an error. Follow the task by its stream instead.",
  errors: { ...common, pushNotSupported: A2A_ERRORS.pushNotSupported },
} as const;
const extended = {
  ...unsupported,
  summary: "An extended A2A agent card: not supported",
  description: "Always responds with an error. There is only the public card.",
  errors: { ...common, unsupportedOperation: A2A_ERRORS.unsupportedOperation },
} as const;

const ConfigParams = TaskParams.extend({ config: TaskParams.shape.id });
const DoorConfigParams = DoorParams.extend(ConfigParams.shape);

export const createDoorPush = a2a.post("/api/a2a/{did}/tasks/{id}/pushNotificationConfigs", {
  ...push,
  operationId: "createDoorPush",
  params: DoorTaskParams,
});
export const listDoorPush = a2a.get("/api/a2a/{did}/tasks/{id}/pushNotificationConfigs", {
  ...push,
  operationId: "listDoorPush",
  params: DoorTaskParams,
});
export const getDoorPush = a2a.get("/api/a2a/{did}/tasks/{id}/pushNotificationConfigs/{config}", {
  ...push,
  operationId: "getDoorPush",
  params: DoorConfigParams,
});
export const deleteDoorPush = a2a.delete("/api/a2a/{did}/tasks/{id}/pushNotificationConfigs/{config}", {
  ...push,
  operationId: "deleteDoorPush",
  params: DoorConfigParams,
});
export const getExtendedDoorCard = a2a.get("/api/a2a/{did}/extendedAgentCard", {
  ...extended,
  operationId: "getExtendedDoorCard",
  params: DoorParams,
});

export const createRoutedPush = a2a.post("/api/a2a/tasks/{id}/pushNotificationConfigs", {
  ...push,
  operationId: "createRoutedPush",
  params: TaskParams,
});
export const listRoutedPush = a2a.get("/api/a2a/tasks/{id}/pushNotificationConfigs", {
  ...push,
  operationId: "listRoutedPush",
  params: TaskParams,
});
export const getRoutedPush = a2a.get("/api/a2a/tasks/{id}/pushNotificationConfigs/{config}", {
  ...push,
  operationId: "getRoutedPush",
  params: ConfigParams,
});
export const deleteRoutedPush = a2a.delete("/api/a2a/tasks/{id}/pushNotificationConfigs/{config}", {
  ...push,
  operationId: "deleteRoutedPush",
  params: ConfigParams,
});
export const getExtendedServiceCard = a2a.get("/api/a2a/extendedAgentCard", {
  ...extended,
  operationId: "getExtendedServiceCard",
});
