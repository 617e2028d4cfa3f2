/**
 * Sends each `<form data-sent="once">` once: until the answer is there, its button does nothing. Without a connection it is
 * not sent, and its part `data-offline` says so. What keeps a form from being done, `data-focused`, has the focus when its
 * page arrives.
 */
export function sendOnce(): void {
  document.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.dataset["sent"] !== "once") return;
    const notice = event.target.querySelector<HTMLElement>("[data-offline]");
    if (notice) notice.hidden = navigator.onLine;
    if (!navigator.onLine || event.target.ariaBusy === "true") event.preventDefault();
    else event.target.ariaBusy = "true";
  });
  // Whoever comes back to the page may send it again.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent=once]")) form.ariaBusy = null;
  });
  document.querySelector<HTMLElement>("[data-focused]")?.focus();
}
