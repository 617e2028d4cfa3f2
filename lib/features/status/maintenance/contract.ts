import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, noSuch } from "@/lib/http/errors";
import * as schema from "./schema";

const operations = endpointsOf("operations");
const { operatorOnly, conflict } = DEFAULT_ERRORS;

export const announceMaintenance = operations.post("/api/system/maintenance", {
  operationId: "announceMaintenance",
  summary: "Announce planned maintenance",
  description:
    "A decision of an operator, ahead of its start. It is logged, and shown on the status page, on every page in the week before, and in the feeds. A check of its components that fails meanwhile is counted apart, and is no outage.",
  permission: "system.maintain",
  body: schema.AnnounceMaintenance,
  example: {
    body: {
      ...{ starts_at: "2026-12-01T02:00:00Z", ends_at: "2026-12-01T03:00:00Z", components: ["api", "relay"] },
      text: "The database moves to another machine. Requests may fail for some minutes.",
    },
  },
  responses: { 201: schema.Maintenance },
  errors: { operatorOnly },
});

export const cancelMaintenance = operations.post("/api/system/maintenance/{id}/cancel", {
  operationId: "cancelMaintenance",
  summary: "Cancel planned maintenance, or end it early",
  description: "A decision of an operator. It is logged with its reason. What was counted apart until then stays so.",
  permission: "system.maintain",
  params: schema.MaintenanceParams,
  body: schema.CancelMaintenance,
  example: { params: { id: 1 }, body: { reason: "The machine is not ready." } },
  responses: { 200: schema.Maintenance },
  errors: { operatorOnly, notFound: noSuch("Maintenance"), conflict },
});
