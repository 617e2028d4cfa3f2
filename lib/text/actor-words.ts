/**
 * An actor of the log as readers read it: a DID as it is; an operator without its credential's id, which says nothing to
 * them; an organisation by its name.
 */
export function actorWords(name: string): string {
  if (name === "system") return "the service";
  if (name === "operator" || name.startsWith("operator:")) return "an operator";
  if (name === "organisation") return "its organisation";
  return name.startsWith("organisation:") ? name.slice("organisation:".length) : name;
}
