/** Notified when a transaction that recorded a change commits. */
export const RECORDED_TOPIC = "changes.recorded";
/** Notified when changes were numbered. The database function `number_changes` contains this name, so keep it. */
export const NUMBERED_TOPIC = "changes.numbered";
