/**
 * Shows the one `data-notice` part of an element that fits a response: `refused` (429), `failed`, `offline` (no
 * response), or the value of `otherwise`. Its `data-word` parts get the seconds to wait and the request id.
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
