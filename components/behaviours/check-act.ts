/** The script of the button "Check this act" (`components/council/act-check.tsx`). `portal.ts` loads it at a press. */

import { signatureOn } from "@/components/anchors/signature";
import type { ProvenAct } from "@/lib/features/anchors/acts/schema";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { readCheckpoint } from "@/lib/ledger/checkpoint";
import { payloadCommitment } from "@/lib/ledger/entry";
import { faultInReceipt } from "@/lib/ledger/receipt";
import { browserSha256 } from "@/lib/ledger/sha256-browser";

const SIGNATURES = { valid: "valid", invalid: "not valid", unchecked: "not checked by this browser" } as const;

/** Recomputes the act in `data-act` of this element, and shows the result in its parts. */
export async function press(box: HTMLElement): Promise<void> {
  const show = (state: string) => {
    for (const part of box.querySelectorAll<HTMLElement>("[data-state]"))
      part.hidden = !part.dataset["state"]?.split(" ").includes(state);
  };
  const fill = (name: string, text: string) => {
    for (const part of box.querySelectorAll(`[data-word=${name}]`)) part.textContent = text;
  };
  try {
    const { did, kind, payload, salt, entry, receipt }: ProvenAct = JSON.parse(box.dataset["act"] ?? "");
    const isWhole = did !== undefined && kind !== undefined && salt !== undefined;
    const content = isWhole ? { did, kind, payload } : null;
    const commitment = content && toHex(payloadCommitment(browserSha256, fromHex(salt ?? ""), content));
    const isSame = commitment === entry.payload_commitment;
    const fault = faultInReceipt(browserSha256, entry, receipt);
    const note = readCheckpoint(receipt.checkpoint);
    const signature = note ? await signatureOn(receipt.checkpoint, note) : "invalid";
    const holds = (commitment === null || isSame) && fault === null && signature !== "invalid";

    fill("content", commitment === null ? "cannot be checked" : isSame ? "equal" : "not equal");
    fill("recomputed", commitment ?? "");
    if (fault !== null) fill("inclusion", fault);
    fill("signature", SIGNATURES[signature]);
    show(holds ? (commitment === null ? "entry" : "valid") : isSame || commitment === null ? "invalid" : "different");
  } catch (error) {
    fill("error", error instanceof Error ? error.message : String(error));
    show("failed");
  }
}
