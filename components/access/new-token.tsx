"use client";

import { useEffect, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { IssuedCredential } from "@/lib/features/access/schema";

/** Shows a token that was just issued. Only this response contains it. */
export function NewToken({ issued }: { issued: IssuedCredential }) {
  const shown = useRef<HTMLElement>(null);
  // This takes the place of the form that had the focus.
  useEffect(() => shown.current?.focus(), []);
  const holder = issued.did ?? issued.organisation ?? (issued.label || "an operator");
  return (
    <section
      ref={shown}
      tabIndex={-1}
      aria-labelledby="token-once"
      className="border-2 border-ink bg-raised p-4 md:p-6"
    >
      <h2 id="token-once" className="text-title-3">
        The token for <bdi className="[overflow-wrap:anywhere]">{holder}</bdi>
      </h2>
      <p className="mt-1 max-w-[60ch] text-ink-2 text-sm">
        The token is shown only once, because only its hash is kept. Copy it now, and hand it over in a private way.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <code className="min-w-0 bg-sunk px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">{issued.token}</code>
        <CopyButton text={issued.token} what="the token" />
      </div>
      <p className="mt-4 text-ink-2 text-xs">
        {issued.expires_at === null ? "It does not expire." : `It expires on ${issued.expires_at.slice(0, 10)}.`}{" "}
        Credential <span className="font-mono [overflow-wrap:anywhere]">{issued.id}</span>.
      </p>
    </section>
  );
}
