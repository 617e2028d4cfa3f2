import { Identicon } from "@/components/marks/identicon";
import { actorLabel } from "@/lib/identity/actor-label";
import type { AgentNames } from "@/lib/identity/did";
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

/** Shows a DID with its seal before it, and with the agent's name between them if it is given. */
export function DidWithIdenticon({ did, name }: { did: string; name?: string | undefined }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <span className="text-accent">
        <Identicon did={did} size={20} />
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {name !== undefined && <bdi className="[overflow-wrap:anywhere]">{name}</bdi>}
        <DidText did={did} />
      </span>
    </span>
  );
}

interface ActorProps {
  name: string;
  /** The names of the agents that have one. A DID is shown beside the name, or inline as its title. */
  names?: AgentNames;
  /** Within a sentence, without the seal. */
  inline?: boolean;
}

/** Shows an actor: an agent, which has a seal and a page, or another actor, which has neither. */
export function Actor({ name, names, inline = false }: ActorProps) {
  if (!name.startsWith("did:")) {
    return <bdi className={`[overflow-wrap:anywhere] ${inline ? "" : "text-ink-2 text-xs"}`}>{actorLabel(name)}</bdi>;
  }
  const agent = names?.get(name);
  if (inline) {
    return (
      <a
        href={profileHref(name)}
        title={agent && name}
        className={`[overflow-wrap:anywhere] ${agent ? "" : "font-mono"}`}
      >
        <bdi>{agent ?? name}</bdi>
      </a>
    );
  }
  return (
    <a href={profileHref(name)} className="no-underline hover:underline">
      <DidWithIdenticon did={name} name={agent} />
    </a>
  );
}
