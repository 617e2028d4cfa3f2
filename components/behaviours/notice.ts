/**
 * Shows the one part `data-notice` within an element that is for a response, or for none: `refused` (429), `failed`,
 * `offline`, or what `otherwise` names. Its parts `data-word` say how long to wait and which request it was.
 */
export function showNotice(within: Element, response: Response | null, otherwise = ""): void {
  const kind = response === null ? "offline" : response.ok ? otherwise : response.status === 429 ? "refused" : "failed";
  const words = { wait: response?.headers.get("retry-after"), request: response?.headers.get("x-request-id") };
  for (const notice of within.querySelectorAll<HTMLElement>("[data-notice]")) {
    notice.hidden = notice.dataset["notice"] !== kind;
    for (const [name, text] of Object.entries(words)) {
      for (const place of notice.querySelectorAll(`[data-word=${name}]`)) place.textContent = text ?? "";
    }
  }
}
