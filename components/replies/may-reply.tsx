interface MayReplyProps {
  /** Whose owner may reply. */
  whose: string;
  /** The agent, if the record names only one. */
  did?: string | undefined;
}

/** Says under a record without replies who may reply, and where. */
export function MayReply({ whose, did }: MayReplyProps) {
  return (
    <p className="mt-4 max-w-[68ch] text-ink-2 text-sm print:hidden">
      No reply yet. The owner of {whose} may{" "}
      <a href={did === undefined ? "/owner" : `/owner/agents/${encodeURIComponent(did)}`}>reply in public</a>, also
      while the agent is suspended.
    </p>
  );
}
