import { Seal } from "@/components/drawings/seal";
import { DidText } from "./did-text";

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
