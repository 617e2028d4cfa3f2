import type { RevocationEffect } from "@/lib/features/access/schema";

const counted = (count: number, one: string) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** Says what ends with a credential, and what its owner keeps. */
export function RevocationEffects({ effect: { sessions, successors, kept } }: { effect: RevocationEffect }) {
  return (
    <ul className="mt-2 list-disc pl-5">
      <li>{sessions === 0 ? "Nobody is signed in with it." : `${counted(sessions, "open session")} end.`}</li>
      {successors > 0 && <li>{`${counted(successors, "token")} that its holder made from it end too.`}</li>}
      <li>
        {kept === 0
          ? "It is the owner’s last working token."
          : `The owner keeps ${counted(kept, "other working token")}.`}
      </li>
    </ul>
  );
}
