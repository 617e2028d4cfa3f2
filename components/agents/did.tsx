import { Seal } from "@/components/drawings/seal";
import { actorWords } from "@/lib/text/actor-words";
import { profileHref } from "./profile-href";

/** A DID with its name part dark and the rest light: the name is what is looked for. */
export function DidText({ did }: { did: string }) {
  const name = did.indexOf(":", did.indexOf(":", 4) + 1) + 1;
  return (
    <span className="font-mono text-xs [overflow-wrap:anywhere]">
      <span className="text-ink-3">{did.slice(0, name)}</span>
      <span className="text-ink">{did.slice(name)}</span>
    </span>
  );
}

/** A DID with its seal before it. */
export function SealedDid({ did }: { did: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <span className="text-accent">
        <Seal did={did} size={20} />
      </span>
      <DidText did={did} />
    </span>
  );
}

/**
 * Who acted: an agent, which has a seal and a page, or somebody who has neither.
 * @param inline it stands within a sentence, without the seal
 */
export function Actor({ name, inline = false }: { name: string; inline?: boolean }) {
  if (!name.startsWith("did:")) {
    return <bdi className={`[overflow-wrap:anywhere] ${inline ? "" : "text-ink-2 text-xs"}`}>{actorWords(name)}</bdi>;
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
