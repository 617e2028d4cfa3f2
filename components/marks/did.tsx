import { Identicon } from "@/components/marks/identicon";
import { actorLabel } from "@/lib/identity/actor-label";
import { profileHref } from "./profile-href";

/** Shows a DID with its name part dark and the rest light, because people look for the name. */
export function DidText({ did }: { did: string }) {
  const name = did.indexOf(":", did.indexOf(":", 4) + 1) + 1;
  return (
    <span className="font-mono text-xs [overflow-wrap:anywhere]">
      <span className="text-ink-3">{did.slice(0, name)}</span>
      <span className="text-ink">{did.slice(name)}</span>
    </span>
  );
}

/** Shows a DID with its seal before it. */
export function DidWithIdenticon({ did }: { did: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <span className="text-accent">
        <Identicon did={did} size={20} />
      </span>
      <DidText did={did} />
    </span>
  );
}

/**
 * Shows an actor: an agent, which has a seal and a page, or another actor, which has neither.
 * @param inline within a sentence, without the seal
 */
export function Actor({ name, inline = false }: { name: string; inline?: boolean }) {
  if (!name.startsWith("did:")) {
    return <bdi className={`[overflow-wrap:anywhere] ${inline ? "" : "text-ink-2 text-xs"}`}>{actorLabel(name)}</bdi>;
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
      <DidWithIdenticon did={name} />
    </a>
  );
}
