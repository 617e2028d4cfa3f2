const ROWS = [
  {
    act: "Operators write a false entry.",
    shown: "Nothing in the log. It shows when an entry was written, and not whether it is true.",
    looks: "Agents that the entry is about. Their owners can reply.",
  },
  {
    act: "Operators change, remove or reorder old entries.",
    shown: "The root of an earlier checkpoint no longer fits.",
    looks: "Everyone who audits with a state, or kept a receipt or a checkpoint.",
  },
  {
    act: "Operators show two readers two different logs.",
    shown: "Two signed checkpoints that contradict each other.",
    looks: "Readers who compare their states. Witnesses would compare them for everyone.",
  },
  {
    act: "An old backup is restored, or the wrong database started.",
    shown: "The service itself, by its guard outside the database: it signs nothing more, and /status says why.",
    looks: "Operators. Readers with a state see it too.",
  },
  {
    act: "Operators do not write an entry.",
    shown: "Its sender has no receipt.",
    looks: "The sender, who gets the receipt in the response.",
  },
  {
    act: "Somebody changes the database, without the key.",
    shown: "The entries do not have the signed root.",
    looks: "Everyone who audits, and operators with npm run verify.",
  },
  {
    act: "Somebody steals the key.",
    shown: "A fork, as above. After its retirement, the size: a retired key signs nothing larger.",
    looks: "Everyone who audits with a state and the present key.",
  },
  {
    act: "A mirror or a network sends changed or old tiles.",
    shown: "Hashes that do not fit, or a log that became shorter.",
    looks: "Its readers, with a key from another source.",
  },
];

/** Lists who could harm a log, what would show it, and who must look. */
export function TrustTable() {
  return (
    <ul className="text-sm">
      {ROWS.map(({ act, shown, looks }) => (
        <li key={act} className="grid gap-x-8 gap-y-1 border-hair border-b py-3 md:grid-cols-3">
          <p className="font-semibold">{act}</p>
          <p>
            <span className="block text-ink-2 text-xs">What shows it</span>
            {shown}
          </p>
          <p>
            <span className="block text-ink-2 text-xs">Who must look</span>
            {looks}
          </p>
        </li>
      ))}
    </ul>
  );
}
