import type { RevocationEffect } from "@/lib/features/access/schema";

export function RevocationEffects({ effect: { sessions, successors, kept } }: { effect: RevocationEffect }) {
  return (
    <ul className="mt-2 list-disc pl-5">
      <li>{`Open sessions that end: ${sessions.toLocaleString("en")}.`}</li>
      {successors > 0 && (
        <li>{`Tokens that its holder made from it, which end too: ${successors.toLocaleString("en")}.`}</li>
      )}
      <li>
        {kept === 0
          ? "The owner then has no working token."
          : `Other working tokens that the owner keeps: ${kept.toLocaleString("en")}.`}
      </li>
    </ul>
  );
}
