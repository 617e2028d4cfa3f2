import { tableTopic } from "@/lib/database/bus";

/** Notified when a transaction that recorded a change has committed. */
export const RECORDED_TOPIC = tableTopic("changes");
/** Notified when changes were numbered. The database function `number_changes` contains this name, so keep it. */
export const NUMBERED_TOPIC = "changes.numbered";
