/**
 * Returns an actor of the log for readers: a DID unchanged; an operator without its credential's id, which means
 * nothing to readers; an organisation by its name.
 */
export function actorLabel(name: string): string {
  if (name === "system") return "the service";
  if (name === "operator" || name.startsWith("operator:")) return "an operator";
  if (name === "source") return "the list it was copied from";
  if (name === "organisation") return "its organisation";
  return name.startsWith("organisation:") ? name.slice("organisation:".length) : name;
}
