import type { Endpoint, Method } from "@/lib/http/endpoint";
import { A2A_ERRORS, DEFAULT_ERRORS } from "@/lib/http/errors";
import { HTTP } from "./protocols";

/** Declares an operation of A2A 1.0 that the door does not support. A2A requires an error response for it. */
const declare =
  (kind: "pushNotSupported" | "unsupportedOperation", summary: string, description: string) =>
  (operationId: string, method: Method, path: Endpoint["path"]): Endpoint & { kind: "protocol" } => ({
    ...{ operationId, method, path, summary, description, tag: "a2a" },
    ...{ kind: "protocol", protocol: HTTP, turn: "none", responses: {} },
    errors: {
      forbidden: DEFAULT_ERRORS.forbidden,
      versionNotSupported: A2A_ERRORS.versionNotSupported,
      [kind]: A2A_ERRORS[kind],
    },
  });
const push = declare(
  "pushNotSupported",
  "Push notifications of A2A: not supported",
  "Always responds with an error. Follow the task by its stream instead.",
);
const extended = declare(
  "unsupportedOperation",
  "An extended A2A agent card: not supported",
  "Always responds with an error. There is only the public card.",
);

const DOOR = "/api/a2a/{did}/tasks/{id}/pushNotificationConfigs";
const ROUTED = "/api/a2a/tasks/{id}/pushNotificationConfigs";

export const createDoorPush = push("createDoorPush", "POST", DOOR);
export const listDoorPush = push("listDoorPush", "GET", DOOR);
export const getDoorPush = push("getDoorPush", "GET", `${DOOR}/{config}`);
export const deleteDoorPush = push("deleteDoorPush", "DELETE", `${DOOR}/{config}`);
export const getExtendedDoorCard = extended("getExtendedDoorCard", "GET", "/api/a2a/{did}/extendedAgentCard");
export const createRoutedPush = push("createRoutedPush", "POST", ROUTED);
export const listRoutedPush = push("listRoutedPush", "GET", ROUTED);
export const getRoutedPush = push("getRoutedPush", "GET", `${ROUTED}/{config}`);
export const deleteRoutedPush = push("deleteRoutedPush", "DELETE", `${ROUTED}/{config}`);
export const getExtendedServiceCard = extended("getExtendedServiceCard", "GET", "/api/a2a/extendedAgentCard");
