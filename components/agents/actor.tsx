import { profileHref } from "./profile-href";
import { SealedDid } from "./sealed-did";

/**
 * Who acted: an agent, which has a seal and a page, or an operator or the service itself, which have neither.
 * @param inline it stands within a sentence, without the seal
 */
export function Actor({ name, inline = false }: { name: string; inline?: boolean }) {
  if (!name.startsWith("did:")) {
    return <span className={`font-mono [overflow-wrap:anywhere] ${inline ? "" : "text-ink-2 text-xs"}`}>{name}</span>;
  }
  if (inline) {
    return (
      <a href={profileHref(name)} className="font-mono [overflow-wrap:anywhere]">
        {name}
      </a>
    );
  }
  return (
    <a href={profileHref(name)} className="no-underline hover:underline">
      <SealedDid did={name} />
    </a>
  );
}
